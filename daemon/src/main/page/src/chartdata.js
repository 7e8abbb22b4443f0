/** Counts per span of time, as the feed tells them; see Timeline on the server. */
export class ChartData {
  constructor(limit = 600) {
    this.limit = limit;
    this.width = 1;
    /** Start of a span to [events, messages, links, grants, waitSum, waitMax]. */
    this.spans = new Map();
    this.byPriority = [];
    this.version = 0;
  }

  /** Adds spans, or replaces those that were not over yet. */
  merge(timeline) {
    if (timeline.width !== this.width) this.spans.clear();
    this.width = timeline.width;
    timeline.spans.forEach((span, i) => {
      this.spans.set(Math.round((timeline.from + i * timeline.width) * 1e6) / 1e6, span);
    });
    for (const t of this.spans.keys()) {
      if (this.spans.size <= this.limit) break;
      this.spans.delete(t);
    }
    this.byPriority = timeline.byPriority;
    this.version++;
  }

  /** [times, grants per second, mean wait, longest wait] in at most so many points; a mean of nothing is null. */
  series(most = this.limit) {
    const times = [...this.spans.keys()].sort((a, b) => a - b);
    const size = Math.max(1, Math.ceil(times.length / most));
    const points = [[], [], [], []];
    for (let i = 0; i < times.length; i += size) {
      let [grants, waitSum, waitMax] = [0, 0, 0];
      const group = times.slice(i, i + size);
      for (const t of group) {
        const span = this.spans.get(t);
        grants += span[3];
        waitSum += span[4];
        waitMax = Math.max(waitMax, span[5]);
      }
      points[0].push(times[i]);
      points[1].push(grants / (this.width * group.length));
      points[2].push(grants > 0 ? waitSum / grants : null);
      points[3].push(grants > 0 ? waitMax : null);
    }
    return points;
  }

  /** Events per second in the last span that is over. */
  eventRate() {
    const times = [...this.spans.keys()];
    const span = this.spans.get(times[times.length - 2]);
    return span ? span[0] / this.width : 0;
  }

  /** Priorities in at most so many groups, the most urgent first: {label, grants, mean}. */
  groups(most = 10) {
    const known = this.byPriority;
    if (known.length === 0) return [];
    const low = known[0][0];
    const high = known[known.length - 1][0];
    const size = known.length <= most ? 0 : Math.ceil((high - low + 1) / most);
    const groups = new Map();
    for (const [priority, grants, sum] of known) {
      const from = size === 0 ? priority : low + Math.floor((priority - low) / size) * size;
      const group = groups.get(from) ?? { from, grants: 0, sum: 0 };
      group.grants += grants;
      group.sum += sum;
      groups.set(from, group);
    }
    return [...groups.values()].reverse().map(({ from, grants, sum }) => ({
      label: size > 1 ? `${from}–${Math.min(high, from + size - 1)}` : String(from),
      grants,
      mean: sum / grants,
    }));
  }
}

/** Numbers and events in words. */

/** A figure with three digits at most: 0.013, 4.21, 37.5, 1,240. */
export function brief(x) {
  if (!Number.isFinite(x)) return '–';
  const size = Math.abs(x);
  if (size >= 100) return Math.round(x).toLocaleString('en');
  if (size >= 10) return x.toFixed(1);
  if (size >= 1 || size === 0) return String(+x.toFixed(2));
  return String(+x.toPrecision(2));
}

/** A span of time. Seconds get the units people use; simulated time has none of its own. */
export function span(t, unit) {
  if (unit !== 's') return brief(t);
  if (t > 0 && t < 1) return `${brief(t * 1000)} ms`;
  if (t < 120) return `${brief(t)} s`;
  const minutes = Math.floor(t / 60);
  return minutes < 120 ? `${minutes} min ${Math.floor(t % 60)} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A moment, with as many decimals as a span of this length needs. */
export function moment(t, length, unit) {
  const decimals = Math.max(0, Math.min(4, 2 - Math.floor(Math.log10(Math.max(length, 1e-6)) - 1)));
  return t.toFixed(decimals) + (unit === 's' ? ' s' : '');
}

export function count(n, one, many = `${one}s`) {
  return `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
}

const OF_NO_POOL = new Set(['linkUp', 'linkDown', 'crashed', 'restarted', 'paused', 'resumed', 'gone', 'back', 'healed', 'ended']);

/** An event in a short sentence, with its pool if there are several; empty for what happens all the time. */
export function sentence(event, picture) {
  const words = plain(event, picture);
  const ofPool = event.o !== undefined && picture.pools.length > 1 && !OF_NO_POOL.has(event.e);
  return words && ofPool ? `${picture.pool(event.o).name}: ${words}` : words;
}

function plain(event, picture) {
  const name = (n) => picture.name(n);
  switch (event.e) {
    case 'requested':
      return `${name(event.n)} asks for ${count(event.h, 'permit')}, priority ${event.p}`;
    case 'granted':
      return `${name(event.n)} gets ${count(event.h, 'permit')}${event.slots ? ` (${event.slots.join(', ')})` : ''}`;
    case 'released':
      return `${name(event.n)} gives back ${count(event.h, 'permit')}`;
    case 'givenBack':
      return `${name(event.n)} gives back ${count(event.h, 'permit')} and keeps the rest`;
    case 'grantLost':
      return `${name(event.n)} loses ${count(event.h, 'permit')}`;
    case 'crashed':
      return `${name(event.n)} crashes`;
    case 'gone':
      return `${name(event.n)} is out of reach`;
    case 'back':
      return `${name(event.n)} is in reach again`;
    case 'restarted':
      return `${name(event.n)} starts again`;
    case 'paused':
      return `${name(event.n)} stands still`;
    case 'resumed':
      return `${name(event.n)} goes on`;
    case 'resized':
      return `the pool has ${count(event.k, 'permit')} now`;
    case 'recovered':
      return `${name(event.n)} makes a new token`;
    case 'withdrawn':
      return `${name(event.n)} withdraws its request`;
    case 'rejected':
      return `${name(event.n)}'s request is rejected`;
    case 'tokens':
      return event.held > 0 ? `the token is at ${name(event.n)}` : `the token leaves ${name(event.n)}`;
    case 'linkUp':
      return `${name(event.n)} and ${name(event.to)} are linked`;
    case 'linkDown':
      return `the link between ${name(event.n)} and ${name(event.to)} is gone`;
    case 'lost':
      return `${event.m} from ${name(event.n)} to ${name(event.to)} is lost`;
    case 'healed':
      return 'no more requests and faults: from here on everybody must be served';
    case 'ended':
      return 'the end';
    default:
      return '';
  }
}

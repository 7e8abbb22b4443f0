import { History } from './history.js';
import { Picture } from './picture.js';
import { Placing } from './placing.js';
import { ChartData } from './chartdata.js';
import { isStep } from './replay.js';

const MOST_FLIGHTS = 300;
const MOST_LINES = 60;
const FLASHES = new Set(['linkUp', 'linkDown', 'granted', 'lost']);

/** Everything that is shown, live or replayed: the picture, the recent past, and messages on their way. */
export class Model {
  constructor() {
    this.title = '';
    /** The node whose page it is, if it is that of one. */
    this.self = undefined;
    /** Why pools grant nothing at that node. */
    this.problems = [];
    /** The voters of pools with recovery: pool's name to a set of nodes. */
    this.voters = new Map();
    this.picture = new Picture();
    /** The chosen pool as it was when somebody looked last. */
    this.look = undefined;
    this.history = new History();
    this.placing = new Placing();
    this.charts = new ChartData();
    /** Messages and links that are worth a moment's attention: {event, t}. */
    this.flights = [];
    this.flashes = [];
    this.log = [];
    this.logged = 0;
    this.time = 0;
  }

  /** True if a node's vote counts when a token of the pool is made. */
  votes(node, pool) {
    return this.voters.get(this.picture.pools[pool]?.name)?.has(node) ?? false;
  }

  get t() {
    return this.time;
  }

  set t(value) {
    this.time = value;
    this.picture.t = value;
  }

  /** Replaces everything by a picture. After a jump what was before does not lead to it. */
  restore(picture, jumped = false) {
    this.picture.restore(picture);
    this.time = picture.t;
    this.flights = [];
    this.flashes = [];
    if (jumped) {
      this.history.clear();
      this.log = [];
    }
    this.history.reconcile(this.picture);
  }

  /** Where recorded nodes go in the stretch of time that is shown. */
  follow(paths) {
    this.placing.follow(paths);
  }

  apply(event) {
    const links = this.picture.links.size;
    this.picture.apply(event);
    this.history.apply(event);
    // Both ends of a link tell of it, in every pool: only the first one is news.
    const oldNews = (event.e === 'linkUp' || event.e === 'linkDown') && links === this.picture.links.size;
    if (event.e === 'sent' || event.e === 'hopped') keep(this.flights, event, MOST_FLIGHTS);
    else if (!oldNews && FLASHES.has(event.e)) {
      keep(this.flashes, event, MOST_FLIGHTS);
    }
    if (isStep(event) && !oldNews) {
      keep(this.log, event, MOST_LINES);
      this.logged++;
    }
    this.time = Math.max(this.time, event.t);
  }

  applyAll(events, count) {
    for (let i = 0; i < count; i++) this.apply(events[i]);
  }

  /** After a jump nothing is on its way: it would be drawn as if it had just happened. */
  landed() {
    this.flights = [];
    this.flashes = [];
  }
}

function keep(list, event, most) {
  list.push(event);
  if (list.length > most) list.splice(0, list.length - most);
}

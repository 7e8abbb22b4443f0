import * as simulator from '../simulator.js';

/** An answer of the simulator; one that begins with '!' says what is wrong. */
function sound(answer) {
  if (typeof answer === 'string' && answer.startsWith('!')) throw new Error(answer.slice(1));
  return answer;
}

export const algorithms = JSON.parse(simulator.algorithms());

export function algorithm(name) {
  return algorithms.find((each) => each.name === name);
}

/** The journal of a whole run, and a narrative with its outputs: what the JVM gives, byte for byte. */
export const run = (scenario, seed) => sound(simulator.run(scenario, String(seed)));
export const narrate = (text) => sound(simulator.narrate(text));

/** a, b, …: how narratives call nodes. */
export function letter(node) {
  const last = String.fromCharCode(97 + (node % 26));
  return node < 26 ? last : letter(Math.floor(node / 26) - 1) + last;
}

/** Of meshes larger than this, not everything is read for every picture, but so often, in milliseconds. */
const LARGE = 300;
const LOOK_EVERY = 110;

/** A world in which time flows by itself. */
export class WorldScene {
  kind = 'world';
  news = []; // what nobody has read yet: [time, kind, words]

  constructor({ scenario, algorithm: name, seed, links, flags, log }) {
    this.id = Number(sound(simulator.open(scenario, name, String(seed), links, flags)));
    this.facts = JSON.parse(simulator.facts(this.id));
    this.links = [];
    this.shape = -1;
    this.seen = -1;
    if (log) sound(simulator.load(this.id, log));
    this.look();
  }

  close() {
    simulator.close(this.id);
  }

  get t() {
    return this.view.t;
  }

  /** Lets time pass; returns whether anything happened. */
  runUntil(t) {
    sound(simulator.runUntil(this.id, t));
    return this.#refresh(t);
  }

  #refresh(t) {
    const steps = simulator.steps(this.id);
    const now = performance.now();
    const soon = this.facts.nodes > LARGE && now - this.looked < LOOK_EVERY && !simulator.isBroken(this.id);
    if (steps === this.seen || soon) {
      this.view.t = t;
      return false;
    }
    this.looked = now;
    this.look();
    return true;
  }

  /** Reads what there is to see, if that was put off. */
  catchUp() {
    if (simulator.steps(this.id) !== this.seen) this.look();
  }

  step() {
    const more = sound(simulator.step(this.id)) === 'true';
    this.look();
    return more;
  }

  back() {
    sound(simulator.stepBack(this.id));
    this.look();
  }

  goTo(t) {
    sound(simulator.goTo(this.id, t));
    this.look();
    this.view.t = Math.max(this.view.t, this.view.broken ? 0 : t);
  }

  goOn() {
    simulator.goOn(this.id);
    this.look();
  }

  act(command) {
    sound(simulator.act(this.id, command));
    this.look();
  }

  /** Reads what there is to see. */
  look() {
    const view = JSON.parse(simulator.snapshot(this.id, this.shape));
    if (view.links) {
      this.links = [];
      for (let i = 0; i < view.links.length; i += 2) this.links.push([view.links[i], view.links[i + 1]]);
      this.shape = view.shape;
      this.linkSet = new Set(this.links.map(([a, b]) => `${a}-${b}`));
    }
    this.seen = view.steps;
    this.view = view;
    this.news.push(...view.news);
    this.places = new Map();
    const place = (node) => {
      if (!this.places.has(node)) this.places.set(node, { held: 0, waits: 0, tokens: 0 });
      return this.places.get(node);
    };
    for (const each of view.holding) place(each.node).held += each.permits;
    for (const each of view.waiting) place(each.node).waits += 1;
    for (let i = 0; i < view.tokens.length; i += 2) place(view.tokens[i]).tokens = view.tokens[i + 1];
    return view;
  }

  isLinked(a, b) {
    return this.linkSet.has(a < b ? `${a}-${b}` : `${b}-${a}`);
  }

  name(node) {
    return String(node);
  }

  /** What the nodes have in mind: slow for large meshes. */
  inside() {
    return JSON.parse(simulator.inside(this.id));
  }

  describe(node) {
    return simulator.describe(this.id, node);
  }

  get log() {
    return simulator.log(this.id);
  }

  journal() {
    return sound(simulator.journal(this.id));
  }

  narrative() {
    return sound(simulator.narrative(this.id));
  }

  get problem() {
    return this.view.broken ? { bad: true, words: this.view.broken } : this.view.stuck ? { bad: true, words: `Stuck: ${this.view.stuck}.` } : undefined;
  }
}

/** The comments of a narrative, with the commands before which they stand: [[0, words], …]. */
function captions(text) {
  const found = [];
  let [command, words, output] = [0, '', false];
  for (const line of text.split(/\r?\n/)) {
    if (line === '----') output = true;
    else if (line.trim() === '') output = false;
    else if (!output && line.startsWith('#')) words += `${words && ' '}${line.slice(1).trim()}`;
    else if (!output) {
      if (words) found.push([command, words]);
      words = '';
      command++;
    }
  }
  return found;
}

/** A narrative: time goes from step to step, and messages stay on their links until a step delivers them. */
export class StoryScene {
  kind = 'story';
  news = [];

  constructor(text, name) {
    this.id = Number(sound(simulator.openStory(text, name)));
    this.facts = { algorithm: name || (text.match(/^mesh .*algorithm=(\S+)/m) ?? [])[1] || 'prioritized' };
    this.permits = Number((text.match(/^mesh .*\bk=(\d+)/m) ?? [])[1] ?? 1);
    this.captions = captions(text);
    this.look();
  }

  close() {}

  look() {
    const view = JSON.parse(simulator.storySnapshot(this.id));
    this.view = view;
    this.news.push(...view.news.map((words) => [view.steps, '', words]));
    this.links = [];
    for (let i = 0; i < view.links.length; i += 2) this.links.push([view.links[i], view.links[i + 1]]);
    this.linkSet = new Set(this.links.map(([a, b]) => `${a}-${b}`));
    this.places = new Map();
    const place = (node) => {
      if (!this.places.has(node)) this.places.set(node, { held: 0, waits: 0, tokens: 0 });
      return this.places.get(node);
    };
    for (const each of view.holding) place(each.node).held += each.permits;
    for (const each of view.waiting) place(each.node).waits += 1;
    for (const node of view.tokens) place(node).tokens = 1;
    view.held = view.holding.reduce((sum, each) => sum + each.permits, 0);
    view.permits = view.held + view.free;
    view.nodes = view.names.length;
    view.tally = { requests: view.asked, entries: view.entries, messages: view.messages };
    view.states = {};
    return view;
  }

  isLinked(a, b) {
    return this.linkSet.has(a < b ? `${a}-${b}` : `${b}-${a}`);
  }

  name(node) {
    return this.view.names[node];
  }

  get t() {
    return this.view.steps;
  }

  /** The way of the message that the next step delivers, as [from, to, how manieth]; undefined if it delivers none. */
  get nextFlight() {
    const found = this.view.next.match(/^deliver (\S+)->(\S+)(?: nth=(\d+))?$/);
    return found && [this.view.names.indexOf(found[1]), this.view.names.indexOf(found[2]), Number(found[3] ?? 1)];
  }

  step() {
    const more = sound(simulator.storyStep(this.id)) === 'true';
    this.look();
    return more;
  }

  goTo(steps) {
    sound(simulator.storyGoTo(this.id, Math.max(0, steps)));
    this.look();
  }

  back() {
    this.goTo(this.t - 1);
  }

  act(command) {
    sound(simulator.storyAct(this.id, command));
    this.look();
  }

  describe(node) {
    return this.view.described[node].replace(/^[^:]*: /, '');
  }

  inside() {
    return { nodes: this.view.described.map((line) => line.replace(/^[^:]*: /, '')), registered: [] };
  }

  narrative() {
    return sound(simulator.storyText(this.id));
  }

  get problem() {
    const { broken, verdict, free, permits } = this.view;
    if (broken) return { bad: true, words: broken };
    if (!verdict) return undefined;
    const bad = !verdict.startsWith('everybody');
    const names = [...new Set(verdict.replace('never served: ', '').split(' ').map((name) => name.replace(/\d+$/, '')))];
    return {
      bad,
      words: verdict.startsWith('never served')
        ? `${names.join(' and ')} ${names.length > 1 ? 'wait' : 'waits'} for ever, although ${free} of ${permits} permits are free.`
        : `${verdict[0].toUpperCase()}${verdict.slice(1)}.`,
    };
  }
}

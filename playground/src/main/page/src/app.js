import { Hands } from './hands.js';
import { Panels } from './panels.js';
import { StoryScene, WorldScene, algorithm } from './engine.js';
import { View } from './view.js';
import { WIDTH, HEIGHT, arrange, bounds, near, relax } from './layout.js';
import { DEFAULTS, flags, mostAsked, pack, permitsOf, scenario, sides } from './setup.js';
import { STORIES } from './stories.js';
import { brief } from './shared/words.js';
import { toggleTheme } from './shared/colours.js';

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 50, 200];
const PACE = 2; // units a second at speed 1
const HOP = 330; // milliseconds that a message of a story takes
const PANELS_EVERY = 160;
const calm = matchMedia('(prefers-reduced-motion: reduce)');

const $ = (id) => document.getElementById(id);

/** Everything that is going on: the scenes, the time, and what is selected. */
export class App {
  constructor() {
    this.views = [new View($('mesh-0')), new View($('mesh-1'))];
    this.hands = new Hands(this);
    this.panels = new Panels(this);
    this.setup = { ...DEFAULTS };
    this.scenes = [];
    this.places = [];
    this.speed = 3;
    this.tool = 'drag';
    this.playing = false;
    this.farthest = 0;
    this.progress = 0;
    this.dirty = true;
    this.fps = [];
  }

  // ---- what is shown ----

  #stage(scenes, titles) {
    for (const scene of this.scenes) scene.close();
    this.scenes = scenes;
    this.farthest = 0;
    this.progress = 0;
    this.box = scenes[0].facts.moving ? { x: 0, y: 0, w: WIDTH, h: HEIGHT } : bounds(this.places);
    this.panels.clear();
    document.body.toggleAttribute('data-beside', scenes.length > 1);
    [0, 1].forEach((side) => {
      const pane = $(`pane-${side}`);
      pane.hidden = side >= scenes.length;
      if (pane.hidden) return;
      const { algorithm: name } = scenes[side].facts;
      pane.querySelector('b').textContent = titles?.[side] ?? name;
      pane.querySelector('small').textContent = titles?.[side] ? name : (algorithm(name)?.summary ?? '');
    });
    this.touched();
  }

  /** A mesh of one's own. Without places, they are arranged anew. */
  free(setup, { places, logs, t = 0 } = {}) {
    const wanted = { ...setup };
    const strewn = places ?? arrange(wanted.scenario ? (wanted.scenario.match(/topology"?\s*:\s*"?(\w+)/) ?? [])[1] : wanted.topology, wanted.nodes, wanted.seed);
    if (wanted.topology === 'radio' && !wanted.links && !wanted.scenario) wanted.links = near(strewn, wanted.radius).map((pair) => pair.join('-')).join(' ');
    const scenes = sides(wanted).map(
      (name, side) =>
        new WorldScene({
          scenario: scenario(wanted, name),
          algorithm: wanted.scenario ? (side === 0 && !wanted.chosen ? '' : name) : '',
          seed: wanted.seed,
          links: wanted.links,
          flags: flags(wanted),
          log: logs?.[side],
        }),
    );
    const [{ facts, links }] = scenes;
    while (strewn.length < facts.nodes) strewn.push(...arrange('', facts.nodes, wanted.seed).slice(strewn.length));
    if (!places && (wanted.topology === 'random' || (wanted.scenario && !facts.moving && (wanted.links || !/topology"?\s*:\s*"?(ring|line|star|grid|full)/.test(wanted.scenario))))) relax(strewn, links);
    this.setup = { ...wanted, nodes: facts.nodes };
    this.mode = 'free';
    this.tale = undefined;
    this.places = strewn;
    this.area = (wanted.scenario || '').match(/area"?\s*:\s*\[?\s*([\d.]+)(?:\s*,\s*([\d.]+))?/)?.slice(1).map((each) => Number(each)) ?? [WIDTH, HEIGHT];
    if (Number.isNaN(this.area[1])) this.area[1] = this.area[0];
    this.pace = wanted.pace ?? PACE;
    this.#stage(scenes);
    if (t > 0) this.goTo(t);
    if (this.selected >= facts.nodes) this.selected = undefined;
    this.changed?.();
  }

  /** A guided tour. */
  tell(tale, { playing = true } = {}) {
    this.selected = undefined;
    this.choose('drag');
    if (tale.setup) {
      this.free({ ...DEFAULTS, ...tale.setup, pace: tale.pace }, { logs: [tale.hands.map(([t, words]) => `-1@${t * 1e6} ${words}`).join('\n')] });
      $('pane-0').querySelector('b').textContent = tale.leftTitle;
    } else {
      const scenes = [tale.left, ...(tale.right ? [tale.right] : [])].map((name) => new StoryScene(tale.text.trim(), name));
      this.places = tale.spots ? tale.spots.map(([x, y]) => ({ x, y })) : arrange(tale.shape ?? shapeOf(tale.text), scenes[0].view.nodes);
      if (!tale.shape && !tale.spots && shapeOf(tale.text) === '') relax(this.places, scenes[0].links);
      this.setup = { ...DEFAULTS };
      this.#stage(scenes, [tale.leftTitle, tale.rightTitle]);
    }
    this.mode = 'tale';
    this.tale = tale;
    this.told = -1;
    this.hold = 0;
    this.ended = false;
    this.playing = playing;
    this.#caption(performance.now());
    this.changed?.();
  }

  /** The captions of the tale, with the moments from which they hold: commands of a narrative, or times. */
  get captions() {
    if (!this.tale) return [];
    return this.tale.captions ?? this.scenes[0].captions;
  }

  /** Tells the next caption that is due; returns whether there was one. */
  #caption(now) {
    if (this.mode !== 'tale') return false;
    const { captions } = this;
    const here = this.scenes[0].kind === 'world' ? this.t : Math.min(...this.scenes.map((scene) => (scene.view.over ? Infinity : scene.view.command))) - 1;
    const due = captions[this.told + 1];
    if (due && due[0] <= here + (this.told < 0 ? 1 : 0)) {
      this.told++;
      this.say(due[1]);
      this.hold = now + (700 + 95 * due[1].split(' ').length) / Math.min(2, SPEEDS[this.speed]);
      return true;
    }
    return false;
  }

  say(words) {
    $('caption').textContent = words;
  }

  #end() {
    if (this.mode !== 'tale' || this.ended) return;
    this.ended = true;
    this.playing = false;
    this.say(this.tale.moral ?? '');
    this.changed?.();
  }

  // ---- time ----

  get t() {
    return this.scenes[0]?.t ?? 0;
  }

  get end() {
    return Math.max(this.farthest, this.tale?.until ?? 0, 1);
  }

  /** Once per picture of the screen. */
  frame(now) {
    const passed = Math.min(60, now - (this.last ?? now));
    this.last = now;
    if (this.playing && this.scenes.length > 0) this.#advance(passed, now);
    if (this.playing || this.dirty || this.views.some((view) => view.glows.size > 0)) this.#draw(now);
    if (this.stale && now - (this.shown ?? 0) > PANELS_EVERY) this.#panels(now);
  }

  #advance(passed, now) {
    const speed = SPEEDS[this.speed];
    if (this.#caption(now) || now < (this.hold ?? 0)) return;
    if (this.scenes[0].kind === 'world') this.#flow((passed / 1000) * this.pace * speed);
    else this.#stride(passed * speed);
    this.stale = true;
  }

  #flow(span) {
    const t = Math.max(...this.scenes.map((scene) => scene.t)) + span;
    for (const scene of this.scenes) {
      if (!scene.view.broken) scene.runUntil(t);
      if (scene.view.broken) this.pause();
    }
    this.farthest = Math.max(this.farthest, t);
    if (this.tale?.until && t >= this.tale.until) this.#end();
  }

  /** A part of a step of a story; both sides take the steps of one command before the next. */
  #stride(span) {
    this.progress += span / HOP;
    if (this.progress < 1) return;
    this.progress = 0;
    if (!this.#steps()) this.#end();
  }

  #steps() {
    const going = this.scenes.filter((scene) => !scene.view.over);
    const command = Math.min(...going.map((scene) => scene.view.command));
    for (const scene of going) if (scene.view.command === command) scene.step();
    for (const scene of this.scenes) this.farthest = Math.max(this.farthest, scene.t);
    return going.length > 0;
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.ended) {
      this.tell(this.tale);
      return;
    }
    if (this.scenes.some((scene) => scene.kind === 'world' && scene.view.broken)) this.goOn();
    this.playing = true;
    this.hold = 0;
    this.changed?.();
  }

  pause() {
    this.playing = false;
    for (const scene of this.scenes) if (scene.kind === 'world') scene.catchUp();
    this.touched();
    this.changed?.();
  }

  goOn() {
    for (const scene of this.scenes) if (scene.kind === 'world' && scene.view.broken) scene.goOn();
    this.touched();
  }

  /** One event on: the next one of either side, and the other side comes along in time. */
  forward() {
    this.pause();
    this.progress = 0;
    if (this.scenes[0].kind === 'story') {
      if (!this.#steps()) this.#end();
      else while (this.#caption(0));
      this.touched();
      return;
    }
    const [first, ...others] = this.scenes;
    first.step();
    for (const scene of others) scene.goTo(first.t);
    this.farthest = Math.max(this.farthest, first.t);
    this.touched();
  }

  back() {
    this.pause();
    this.progress = 0;
    this.ended = false;
    if (this.scenes[0].kind === 'story') {
      for (const scene of this.scenes) scene.back();
      this.#retell();
    } else {
      const [first, ...others] = this.scenes;
      first.back();
      for (const scene of others) scene.goTo(first.t);
    }
    this.touched();
  }

  goTo(t) {
    this.progress = 0;
    this.ended = false;
    for (const scene of this.scenes) scene.goTo(t);
    this.panels.clear();
    this.#retell();
    this.touched();
  }

  #retell() {
    if (this.mode !== 'tale') return;
    this.told = -1;
    while (this.#caption(0));
    this.hold = 0;
  }

  /** The next caption of a tale, with all that happens before; after the last one, the next tale. */
  next() {
    if (this.mode !== 'tale') return;
    if (this.ended) {
      const place = STORIES.indexOf(this.tale);
      this.tell(STORIES[(place + 1) % STORIES.length]);
      return;
    }
    const now = performance.now();
    this.progress = 0;
    if (this.scenes[0].kind === 'world') {
      const due = this.captions[this.told + 1];
      const t = due ? Math.max(due[0], this.t) : this.tale.until;
      for (const scene of this.scenes) scene.goTo(t);
      this.farthest = Math.max(this.farthest, t);
      if (!due) this.#end();
      else this.#caption(now);
    } else {
      let told = this.#caption(now);
      for (let steps = 0; !told && steps < 500; steps++) {
        if (!this.#steps()) {
          this.#end();
          break;
        }
        told = this.#caption(now);
      }
    }
    this.touched();
    this.changed?.();
  }

  faster(by) {
    this.speed = Math.max(0, Math.min(SPEEDS.length - 1, this.speed + by));
    this.changed?.();
  }

  // ---- hands ----

  get mostAsked() {
    return this.scenes[0]?.kind === 'world' ? mostAsked(this.setup, this.scenes[0].view.permits) : this.scenes[0].view.permits;
  }

  acted(problem) {
    if (problem) this.announce(problem);
    this.farthest = this.t;
    this.touched();
  }

  touched() {
    this.dirty = true;
    this.stale = true;
  }

  announce(words) {
    $('state').textContent = words;
    $('announcement').textContent = words;
  }

  select(node) {
    this.selected = node;
    if (node === undefined) this.from = undefined;
    this.touched();
    if (node !== undefined) $('announcement').textContent = `node ${this.scenes[0].name(node)}`;
    if (this.scenes.length > 0) this.#panels(performance.now());
  }

  /** Asks with what the form says. */
  askHere(node) {
    this.select(node);
    const permits = Math.max(1, Math.min(this.mostAsked, Number($('ask-permits').value) || 1));
    this.hands.ask(node, permits, Math.round(Number($('ask-priority').value)) || 0, Number($('ask-hold').value) || 0);
  }

  choose(tool) {
    this.tool = tool;
    this.from = undefined;
    for (const button of document.querySelectorAll('[data-tool]')) {
      if (button.tagName === 'BUTTON') button.setAttribute('aria-pressed', String(button.dataset.tool === tool));
    }
    for (const view of this.views) view.canvas.dataset.tool = tool;
    this.touched();
  }

  /** From this node to the next one that is chosen. */
  begin(tool, node) {
    this.choose(tool);
    this.from = node;
    this.announce(`${tool} from node ${this.scenes[0].name(node)}: go to another and press Enter`);
  }

  chain(node) {
    if (this.from === undefined) this.from = node;
    else {
      if (this.tool === 'cut') this.hands.cut(this.from, node);
      else this.hands.link(this.from, node);
      this.from = undefined;
    }
    this.select(node);
  }

  escape() {
    this.from = undefined;
    this.select(undefined);
    this.choose('drag');
  }

  move(node, { x, y }) {
    if (this.scenes[0].facts.moving) {
      this.announce('the model moves the nodes here: choose other links to drag them');
      return;
    }
    Object.assign(this.places[node], { x, y });
    this.selected = node;
    this.hands.radio();
    this.touched();
  }

  /** A new node. It was there from the beginning, without links, if the algorithm can take that; its links come now. */
  add(place) {
    if (this.scenes[0].kind === 'story' || this.setup.scenario || this.scenes[0].facts.moving) {
      this.own();
      if (this.scenes[0].facts.moving) return;
    }
    const logs = this.scenes.map((scene) => scene.log);
    const t = this.t;
    const node = this.setup.nodes;
    const places = [...this.places, { x: place.x, y: place.y }];
    const nearest = this.places.map((other, i) => [Math.hypot(other.x - place.x, other.y - place.y), i]).filter(([, i]) => !places[i].gone).sort((a, b) => a[0] - b[0]);
    const wanted = this.setup.topology === 'radio' ? nearest.filter(([d]) => d <= this.setup.radius) : nearest.slice(0, 2);
    const early = sides(this.setup).some((name) => algorithm(name).anybody);
    const links = [this.setup.links || this.first, ...(early ? wanted.map(([, i]) => `${i}-${node}`) : [])].filter(Boolean).join(' ');
    this.free({ ...this.setup, nodes: node + 1, links }, { places, logs, t });
    if (!early) for (const [, i] of wanted) this.hands.link(i, node);
    this.select(node);
    this.announce(`node ${node} is new`);
  }

  /** The links at the beginning, as they are written. */
  get first() {
    const now = this.t;
    const [scene] = this.scenes;
    scene.goTo(0);
    const links = scene.links.map((pair) => pair.join('-')).join(' ');
    scene.goTo(now);
    return links;
  }

  take(node) {
    if (this.scenes[0].kind === 'story') this.own();
    this.hands.remove(node);
  }

  /** The mesh of a story, to play with. */
  own() {
    const [scene] = this.scenes;
    if (scene.kind === 'story') {
      const names = this.scenes.map((each) => each.facts.algorithm.split(' ')[0]);
      scene.goTo(0);
      const setup = { ...DEFAULTS, left: names[0], right: names[1] === names[0] ? '' : (names[1] ?? ''), nodes: scene.view.nodes, permits: scene.permits, topology: shapeOf(this.tale?.text ?? ''), links: scene.links.map((pair) => pair.join('-')).join(' ') };
      this.free(setup, { places: this.places });
    } else {
      this.free(this.setup, { places: this.places, logs: this.scenes.map((each) => each.log), t: this.t });
    }
    this.playing = true;
    this.say('');
    this.changed?.();
  }

  pencil(from, to) {
    this.line = from && [from, to];
    this.touched();
  }

  hover(node, message, link, event, view) {
    this.hovered = node;
    this.link = link;
    const tip = $('tip');
    tip.hidden = !message;
    if (message) {
      const scene = this.scenes[this.views.indexOf(view)];
      tip.textContent = `${scene.name(message.from)} → ${scene.name(message.to)}: ${message.text}`;
      const box = view.canvas.getBoundingClientRect();
      const around = tip.parentElement.getBoundingClientRect();
      tip.style.left = `${Math.max(0, Math.min(around.width - 200, box.left - around.left + event.offsetX + 12))}px`;
      tip.style.top = `${box.top - around.top + event.offsetY + 14}px`;
    }
    if (view) view.canvas.style.cursor = node !== undefined || message ? 'pointer' : '';
    this.touched();
  }

  theme() {
    toggleTheme();
    this.touched();
  }

  // ---- drawing ----

  /** Compares two nodes of a scene by their heights, if its algorithm has any. */
  #downhill(scene, now) {
    if (!$('arrows').checked || scene.view.nodes > 200) return undefined;
    if (!scene.heights || now - scene.heightsAt > PANELS_EVERY) {
      scene.heightsAt = now;
      scene.heights = scene.inside().nodes.map((words) => words.match(/height \(([-\d,]+)\)/)?.[1].split(',').map(Number));
    }
    const { heights } = scene;
    return (a, b) => {
      if (!heights[a] || !heights[b]) return 0;
      for (let i = 0; i < heights[a].length; i++) if (heights[a][i] !== heights[b][i]) return heights[a][i] - heights[b][i];
      return a - b;
    };
  }

  #draw(now) {
    this.dirty = false;
    const { positions } = this.scenes[0]?.view ?? {};
    if (positions) {
      for (let node = 0; node < this.places.length; node++) {
        this.places[node].x = (positions[2 * node] / this.area[0]) * WIDTH;
        this.places[node].y = (positions[2 * node + 1] / this.area[1]) * HEIGHT;
      }
    }
    this.scenes.forEach((scene, side) => {
      const ease = this.progress * this.progress * (3 - 2 * this.progress);
      this.views[side].draw(scene, this.places, {
        now,
        box: this.box,
        t: scene.t,
        tool: this.tool,
        selected: this.selected,
        hovered: this.hovered,
        from: this.from,
        link: this.link,
        line: this.line,
        range: this.setup.topology === 'radio' && this.mode === 'free' && this.setup.radius,
        arrows: this.#downhill(scene, now),
        beacons: $('beacons').checked,
        flying: calm.matches ? 0 : ease,
      });
    });
    const story = this.scenes[0]?.kind === 'story';
    $('time').textContent = story ? `step ${this.t}` : brief(this.t);
    $('scrubber').max = String(this.end);
    if (document.activeElement !== $('scrubber')) $('scrubber').value = String(this.t);
    this.fps.push(now);
    while (this.fps[0] < now - 1000) this.fps.shift();
  }

  #panels(now) {
    this.shown = now;
    this.stale = false;
    this.panels.collect();
    this.panels.show();
  }

  // ---- keeping it ----

  /** Everything that makes this run, for an address. */
  async address() {
    if (this.mode === 'tale' && STORIES.includes(this.tale)) return `story=${this.tale.id}`;
    const [scene] = this.scenes;
    if (scene.kind === 'story') return `s=${await pack({ text: scene.narrative(), left: this.tale?.left ?? '', right: this.tale?.right ?? '' })}`;
    const places = this.places.length > 300 ? undefined : this.places.map(({ x, y, gone }) => [Math.round(x), Math.round(y), ...(gone ? [1] : [])]);
    const setup = Object.fromEntries(Object.entries(this.setup).filter(([key, value]) => DEFAULTS[key] !== value));
    return `s=${await pack({ setup, places, logs: this.scenes.map((each) => each.log), t: this.t })}`;
  }

  permits() {
    return permitsOf(this.setup);
  }
}

/** The shape that a narrative's mesh has. */
function shapeOf(text) {
  const [, shape] = text.match(/^mesh (\w+)/m) ?? [];
  return { hosts: 'full', links: '' }[shape] ?? shape ?? '';
}

export { SPEEDS };

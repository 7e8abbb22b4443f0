import { algorithm, letter } from './engine.js';
import { cross, near } from './layout.js';

/** What a person does, to all scenes alike. */
export class Hands {
  constructor(app) {
    this.app = app;
  }

  /** Does something in every scene; what one of them refuses is said, and what all refuse is an error. */
  act(command) {
    const { app } = this;
    const problems = [];
    for (const scene of app.scenes) {
      const words = typeof command === 'function' ? command(scene) : command;
      if (!words) continue;
      try {
        scene.act(words);
      } catch (error) {
        problems.push(error.message);
      }
    }
    app.acted(problems[0]);
    return problems.length === 0;
  }

  #name(scene, node) {
    return scene.kind === 'world' ? node : scene.name(node);
  }

  ask(node, permits, priority, hold) {
    this.act((scene) => {
      const words = `request ${this.#name(scene, node)} ${permits}${priority ? ` priority=${priority}` : ''}`;
      const deadline = scene.facts.policy === 'deadline' ? ` deadline=${(scene.t + 100 - 10 * priority).toFixed(3)}` : '';
      return words + (scene.kind === 'world' ? `${deadline}${hold ? ` hold=${hold}` : ''}` : '');
    });
  }

  /** Ends a request; in the other scene, the one that is nearest to it. */
  end(node, side = 0, request = undefined) {
    this.act((scene) => {
      const mine = [...scene.view.holding, ...scene.view.waiting].filter((each) => each.node === node);
      const chosen = this.app.scenes[side] === scene && request ? mine.find((each) => (each.request ?? each.name) === (request.request ?? request.name)) : mine[0];
      if (!chosen) return '';
      if (scene.kind === 'world') return `end ${chosen.request}`;
      return `${scene.view.holding.includes(chosen) ? 'release' : 'cancel'} ${chosen.name}`;
    });
  }

  link(a, b) {
    if (a === b) return;
    this.act((scene) => (scene.isLinked(a, b) ? '' : `link ${this.#name(scene, a)}-${this.#name(scene, b)}`));
  }

  cut(a, b) {
    this.act((scene) => (scene.isLinked(a, b) ? `cut ${this.#name(scene, a)}-${this.#name(scene, b)}` : ''));
  }

  /** Cuts every link that a line crosses. */
  slice(from, to) {
    const { places, scenes } = this.app;
    const crossed = new Set();
    for (const scene of scenes) for (const [a, b] of scene.links) if (cross(from, to, places[a], places[b])) crossed.add(`${a}-${b}`);
    for (const link of crossed) this.cut(...link.split('-').map(Number));
    this.app.announce(`${crossed.size} links cut`);
  }

  /** Everything on one side of a line is cut off from the other. */
  split(from, to) {
    const { places, scenes } = this.app;
    const side = (place) => (to.x - from.x) * (place.y - from.y) - (to.y - from.y) * (place.x - from.x) > 0;
    const inside = places.map((place, node) => [place, node]).filter(([place]) => !place.gone && side(place)).map(([, node]) => node);
    const all = places.filter((place) => !place.gone).length;
    if (inside.length === 0 || inside.length === all) {
      this.app.announce('the line has all nodes on one side');
      return;
    }
    for (const scene of scenes) {
      if (scene.kind === 'world') continue;
      const within = new Set(inside);
      for (const [a, b] of [...scene.links]) if (within.has(a) !== within.has(b)) scene.act(`cut ${scene.name(a)}-${scene.name(b)}`);
    }
    this.act((scene) => (scene.kind === 'world' ? `split ${inside.join(',')}` : ''));
    this.app.announce(`partition: ${inside.length} nodes on one side, ${all - inside.length} on the other`);
  }

  mend() {
    this.act((scene) => (scene.kind === 'world' ? 'mend' : ''));
  }

  /** Links as the radio has them, after a node was moved. */
  radio() {
    const { app } = this;
    if (app.setup.topology !== 'radio' || app.scenes[0]?.kind !== 'world') return;
    const wanted = near(app.places, app.setup.radius);
    const names = new Set(wanted.map(([a, b]) => `${a}-${b}`));
    for (const scene of app.scenes) {
      const gone = scene.links.filter(([a, b]) => !names.has(`${a}-${b}`));
      const come = wanted.filter(([a, b]) => !scene.isLinked(a, b) && !scene.view.states[a] && !scene.view.states[b]);
      for (const [a, b] of come) scene.act(`link ${a}-${b}`);
      for (const [a, b] of gone) scene.act(`cut ${a}-${b}`);
      if (come.length + gone.length > 0) app.touched();
    }
  }

  /** What can be done at a node, besides asking. */
  deeds(node) {
    const { app } = this;
    const [scene] = app.scenes;
    if (scene.kind === 'story') return this.#storyDeeds(scene, node);
    const state = scene.view.states[node];
    const deeds = [];
    const add = (words, command, title, off) => deeds.push({ words, title, off, act: () => this.act(command) });
    const known = algorithm(scene.facts.algorithm);
    if (app.scenes.some((each) => each.view.machines)) {
      const command = (verb) => (each) => (each.view.machines ? `${verb} ${node}` : '');
      if (state === 'down') {
        add('Restart', command('restart'), 'It starts again with what it had kept (k)');
        add('Restart, disk lost', command('lose'), 'It starts again without what it had kept');
      } else if (state === 'paused') {
        add('Go on', command('resume'), 'It takes everything that came meanwhile (u)');
      } else {
        add('Crash', command('crash'), 'It loses everything that it was not asked to keep (k)');
        add('Pause', command('pause'), 'It stands still; what comes for it waits (u)');
      }
    } else if (!known.anybody) {
      add('Crash', '', 'This algorithm counts on nodes that stay: tick ‘a lost token is made anew’ or ‘machines may fail’', true);
    }
    if (scene.facts.recovers && !state) {
      add('Leave', `leave ${node}`, 'It leaves the pool in good order');
      add('Stay', `stay ${node}`, 'It wants to belong to the pool again');
      add('Recover', `recover ${node}`, 'Its operator wants a new token made here');
      for (const [other, how] of Object.entries(scene.view.states)) {
        if (how === 'down') add(`Forget ${other}`, `forget ${node} ${other}`, 'Its operator says that the other is gone for good (z)');
      }
    }
    if (scene.view.absences) {
      const command = (verb) => (each) => (each.view.absences ? `${verb} ${node}` : '');
      if (state === 'away') {
        add('Come back', command('return'));
      } else {
        add('Doze', command('doze'), 'It leaves in good order and can be reached');
        add('Disconnect', command('disconnect'), 'It leaves in good order');
        add('Out of reach', command('off'), 'It cannot be reached, without having known before (k)');
        add('Forget all', command('reboot'), 'It loses its memory');
      }
    }
    if (known.resizable) {
      const k = scene.view.permits;
      add(`k = ${k + 1}`, `resize ${node} ${k + 1}`, 'Its operator wants one permit more');
      if (k > 1) add(`k = ${k - 1}`, `resize ${node} ${k - 1}`, 'Its operator wants one permit less');
    }
    return deeds;
  }

  #storyDeeds(scene, node) {
    const name = scene.name(node);
    const hosts = algorithm(scene.facts.algorithm.split(' ')[0])?.comeAndGo;
    const deeds = [{ words: 'Deliver all', title: 'Everything that is on its way arrives', act: () => this.act('deliver all') }];
    if (hosts) {
      for (const [words, verb] of [['Out of reach', 'off'], ['Come back', 'return'], ['Forget all', 'reboot']]) {
        deeds.push({ words, act: () => this.act(`${verb} ${name}`) });
      }
    }
    return deeds;
  }

  /** One key for the most drastic thing that can be done, and for undoing it. */
  toggle(node, kind) {
    const words = { crash: ['Crash', 'Restart', 'Out of reach', 'Come back'], pause: ['Pause', 'Go on'], forget: ['Forget'] }[kind];
    const deed = this.deeds(node).find((each) => !each.off && words.some((word) => each.words.startsWith(word)));
    if (deed) deed.act();
    else if (kind === 'forget') this.#forgetFrom(node);
    else this.app.announce('not with this algorithm and these settings');
  }

  /** Of a node that is down: its first neighbour that is up forgets it. */
  #forgetFrom(node) {
    const [scene] = this.app.scenes;
    const other = [...Array(scene.view.nodes).keys()].find((each) => each !== node && !scene.view.states[each]);
    if (scene.view.states[node] === 'down' && other !== undefined) this.act(`forget ${other} ${node}`);
  }

  /** Takes a node away: out of everybody's reach, and off the picture. */
  remove(node) {
    const { app } = this;
    for (const scene of app.scenes) {
      for (const [a, b] of [...scene.links]) if (a === node || b === node) scene.act(`cut ${this.#name(scene, a)}-${this.#name(scene, b)}`);
    }
    app.places[node].gone = true;
    app.select(undefined);
    app.acted();
    app.announce(`node ${node} is gone`);
  }
}

export { letter };

import { App, SPEEDS } from './app.js';
import { WorldScene, algorithms, narrate, run } from './engine.js';
import { DEFAULTS, scenario, sides, unpack } from './setup.js';
import { STORIES, story } from './stories.js';
import { listen } from './gestures.js';
import { onTheme, startTheme } from './shared/colours.js';

const $ = (id) => document.getElementById(id);
const form = $('setup');

startTheme();
const app = new App();
onTheme(() => app.touched());
window.playground = { app, run, narrate, WorldScene };

// ---- the form ----

function options(select, first) {
  select.replaceChildren(...(first ? [new Option(first, '')] : []), ...algorithms.map(({ name, summary }) => Object.assign(new Option(name, name), { title: summary })));
}

options(form.elements.left);
options(form.elements.right, '– nothing –');
$('story').append(new Option('A mesh of your own', ''), ...STORIES.map(({ id, title }) => new Option(title, id)));
$('speed').append(...SPEEDS.map((speed, i) => new Option(`× ${speed}`, String(i))));

function fill() {
  for (const [name, value] of Object.entries(app.setup)) {
    const field = form.elements[name];
    if (!field) continue;
    if (field.type === 'checkbox') field.checked = Boolean(value);
    else if (document.activeElement !== field) field.value = String(value);
  }
  showFields();
}

function showFields() {
  const { setup } = app;
  const given = Boolean(setup.scenario);
  for (const label of form.querySelectorAll('[data-for]')) label.hidden = !label.dataset.for.split(' ').includes(form.elements.topology.value);
  for (const label of form.querySelectorAll('[data-if]')) label.hidden = !form.elements[label.dataset.if].checked;
  for (const field of form.elements) field.disabled = given && !['left', 'right', 'seed', 'clients', 'machines'].includes(field.name);
  form.elements.recovery.disabled ||= !sides(setup).some((name) => algorithms.find((each) => each.name === name).options.some((each) => each.name === 'recovery'));
  const facts = app.scenes[0]?.facts;
  $('about').textContent = given ? `${facts.name}: ${facts.description}` : '';
}

function readForm(changed) {
  const next = { ...app.setup };
  for (const field of form.elements) {
    if (!field.name) continue;
    if (field.type === 'checkbox') next[field.name] = field.checked;
    else if (field.type === 'number') next[field.name] = Math.max(Number(field.min), Math.min(Number(field.max) || Infinity, Number(field.value) || DEFAULTS[field.name] || 0));
    else next[field.name] = field.value;
  }
  next.permits = Math.round(next.permits);
  next.nodes = Math.round(next.nodes);
  if (changed === 'left' || changed === 'right') next.chosen = true;
  const reshaped = ['topology', 'nodes', 'density', 'model', 'radius'].includes(changed) || (changed === 'seed' && next.topology === 'random');
  if (reshaped) next.links = '';
  const keep = !reshaped || (changed === 'radius' && app.places.length === next.nodes);
  attempt(() => app.free(next, keep ? { places: app.places.map(({ x, y }) => ({ x, y })) } : {}));
  app.playing = true;
  showState();
}

/** Does what may be impossible, and says why if it is. */
function attempt(what) {
  $('problem').hidden = true;
  try {
    what();
  } catch (error) {
    $('problem').textContent = error.message.replace(/^scenario(:\d+)?: /, '');
    $('problem').hidden = false;
    app.announce(error.message);
  }
}

form.addEventListener('change', (event) => readForm(event.target.name));
form.addEventListener('submit', (event) => event.preventDefault());

// ---- what is going on ----

function showState() {
  const tale = app.mode === 'tale' ? app.tale : undefined;
  document.body.dataset.mode = app.mode ?? '';
  $('play').dataset.playing = String(app.playing);
  $('play').setAttribute('aria-label', app.playing ? 'Pause' : 'Play');
  $('speed').value = String(app.speed);
  $('story').value = tale ? (tale.id ?? '') : '';
  $('tale').hidden = !tale;
  form.hidden = Boolean(tale);
  $('tale-title').textContent = tale?.title ?? '';
  const last = app.ended && tale;
  $('next').textContent = last ? `Next: ${STORIES[(STORIES.indexOf(tale) + 1) % STORIES.length].title}` : 'Next';
  $('state').textContent = '';
  fill();
  app.touched();
}
app.changed = showState;

$('story').addEventListener('change', () => {
  const tale = story($('story').value);
  if (tale) app.tell(tale);
  else begin({ ...DEFAULTS });
});
$('next').addEventListener('click', () => app.next());
$('again').addEventListener('click', () => app.tell(app.tale));
$('own').addEventListener('click', () => app.own());
$('play').addEventListener('click', () => app.toggle());
$('forward').addEventListener('click', () => app.forward());
$('back').addEventListener('click', () => app.back());
$('start').addEventListener('click', () => app.goTo(0));
$('scrubber').addEventListener('input', () => {
  app.pause();
  app.goTo(app.scenes[0].kind === 'story' ? Math.round(Number($('scrubber').value)) : Number($('scrubber').value));
});
$('speed').addEventListener('change', () => app.faster(Number($('speed').value) - app.speed));
$('ask').addEventListener('click', () => app.selected !== undefined && app.askHere(app.selected));
$('mend').addEventListener('click', () => app.hands.mend());
$('theme').addEventListener('click', () => app.theme());
$('arrows').addEventListener('change', () => app.touched());
$('beacons').addEventListener('change', () => app.touched());
$('help-open').addEventListener('click', () => $('help').showModal());
document.querySelector('.toolbar').addEventListener('click', (event) => {
  if (event.target.dataset.tool) app.choose(event.target.dataset.tool);
});
addEventListener('resize', () => app.touched());

// ---- opening and saving ----

function begin(setup, rest) {
  attempt(() => app.free(setup, rest));
  app.playing = true;
  showState();
}

function openText(name, text, links = '') {
  if (/^\s*(#.*\n\s*)*mesh\s/.test(text)) {
    const known = /algorithm=(\S+)-as-printed/.exec(text);
    attempt(() => app.tell({ title: name, text, left: '', right: known ? known[1] : '', leftTitle: undefined, moral: 'The end of this narrative.' }, { playing: true }));
  } else {
    begin({ ...DEFAULTS, scenario: text, clients: true, left: (text.match(/"?algorithm"?\s*:\s*"?([\w-]+)/) ?? [])[1] ?? 'prioritized', links, pace: 4 });
  }
}

$('open-file').addEventListener('click', () => $('file').click());
$('file').addEventListener('change', async () => {
  const [file] = $('file').files;
  if (file) openText(file.name, await file.text());
  $('file').value = '';
});

function download(name, text) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  window.playground.saved = { name, text };
}

function saving(button, work) {
  $(button).addEventListener('click', async () => {
    try {
      $('saved').textContent = await work();
    } catch (error) {
      $('saved').textContent = error.message;
    }
  });
}

$('save').addEventListener('click', () => {
  $('saved').textContent = '';
  $('saving').showModal();
});
saving('save-link', async () => {
  const address = await app.address();
  window.playground.ownHash = `#${address}`; // what is on the screen already need not be opened again
  location.hash = address;
  try {
    await navigator.clipboard.writeText(location.href);
    return 'The link is in the clipboard and in the address bar.';
  } catch {
    return 'The link is in the address bar.';
  }
});
saving('save-scenario', async () => {
  if (app.scenes[0].kind === 'story') throw new Error('A story is kept as a narrative.');
  const { setup } = app;
  const text = scenario(setup);
  if (!setup.links) {
    download('playground.yaml', text);
    return 'Run it with ./meshlock sim playground.yaml';
  }
  download('playground-links.txt', `${setup.links.replaceAll('-', ' ').replace(/(\d+ \d+) /g, '$1\n')}\n`);
  download('playground.yaml', text.replace(/  topology: line\n/, '  topology: file\n  file: playground-links.txt\n'));
  return 'Two files: the scenario, and the links at its beginning.';
});
saving('save-narrative', async () => {
  download('playground.txt', app.scenes[0].narrative());
  return 'Open it again here, or with ./meshlock replay playground.txt --playground';
});
saving('save-journal', async () => {
  if (app.scenes[0].kind === 'story') throw new Error('A story has no times; keep it as a narrative.');
  download('journal.jsonl', app.scenes[0].journal());
  return 'Look at it with ./meshlock replay journal.jsonl';
});

/** What the address asks for. */
async function openAddress() {
  const hash = location.hash.slice(1);
  if (hash.startsWith('story=')) {
    app.tell(story(hash.slice(6)) ?? STORIES[0]);
  } else if (hash.startsWith('s=')) {
    const state = await unpack(hash.slice(2));
    if (state.text) openText('From a link', state.text);
    else begin({ ...DEFAULTS, ...state.setup }, { places: state.places?.map(([x, y, gone]) => ({ x, y, gone: Boolean(gone) })), logs: state.logs, t: state.t });
    app.pause();
  } else if (hash === 'given') {
    const given = await (await fetch('given.json')).json();
    openText(given.name, given.text, given.links);
  } else if (hash === 'free') {
    begin({ ...DEFAULTS });
  } else {
    app.tell(STORIES[0]);
  }
}

addEventListener('hashchange', () => {
  if (window.playground.ownHash !== location.hash) openAddress();
});
listen(app);
openAddress().catch((error) => {
  app.tell(STORIES[0]);
  app.announce(error.message);
});
requestAnimationFrame(function frame(now) {
  app.frame(now);
  requestAnimationFrame(frame);
});

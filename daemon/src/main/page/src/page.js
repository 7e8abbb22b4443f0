import { Charts } from './charts.js';
import { onTheme, startTheme, toggleTheme } from './colours.js';
import { Controls } from './controls.js';
import { Gantt } from './gantt.js';
import { listen } from './input.js';
import { Live } from './live.js';
import { MeshView } from './mesh.js';
import { Model } from './model.js';
import { Replay } from './replay.js';
import { Tables } from './tables.js';
import { count, span } from './words.js';

const byId = (id) => document.getElementById(id);
const elements = Object.fromEntries([...document.querySelectorAll('[id]')].map((e) => [e.id.replace(/-(.)/g, (_, c) => c.toUpperCase()), e]));

const model = new Model();
const mesh = new MeshView(elements.mesh, model);
const gantt = new Gantt(elements.gantt, model);
const charts = new Charts(elements, model);
const tables = new Tables(elements, model, select);
let source;
let controls;
let pool = 0;

// ---- what is shown --------------------------------------------------------------------------------------------------

/** Draws everything, each part as often as an eye needs it. */
function frame(millis) {
  requestAnimationFrame(frame);
  const seconds = Math.min(0.25, (millis - frame.last) / 1000);
  frame.last = millis;
  source.advance(seconds);
  const looks = due('look', millis, 100);
  if (looks) model.look = model.picture.pools[pool]?.look();
  mesh.draw(source.speed);
  controls?.draw();
  if (due('gantt', millis, 100)) elements.ganttFacts.textContent = ganttFacts(gantt.draw(ganttSpan(), source.unit));
  if (looks) tables.draw(source.unit);
  if (due('tables', millis, 250)) {
    showPools();
    showState();
    showCard();
  }
  if (due('charts', millis, 500)) charts.draw(source.unit, controls ? model.t : undefined);
  if (due('nodes', millis, 1000)) tables.drawNodes(pool);
  if (due('announce', millis, 5000)) announce();
}
frame.last = 0;

const last = {};
function due(name, now, every) {
  if (now - (last[name] ?? -Infinity) < every) return false;
  last[name] = now;
  return true;
}

/** Half a minute of the page's time, and never more than a tenth of a run: the rest would be empty, or a smear. */
function ganttSpan() {
  return controls ? Math.min(25 * source.speed, Math.max(source.end / 10, 1e-6)) : 25;
}

function ganttFacts(rows) {
  const few = rows > 0 && rows < model.picture.nodes.size ? `, ${count(rows, 'node')} of those that held or wait` : '';
  return `the last ${span(ganttSpan(), source.unit)}${source.unit ? '' : ' units of time'}${few}`;
}

function showPools() {
  const { pools } = model.picture;
  while (elements.pools.children.length > pools.length) elements.pools.lastChild.remove();
  pools.forEach((each, i) => {
    let button = elements.pools.children[i];
    if (!button) {
      button = Object.assign(document.createElement('button'), { type: 'button' });
      button.append(document.createElement('span'), ' ', document.createElement('b'));
      button.addEventListener('click', () => choosePool(i));
      elements.pools.append(button);
    }
    button.setAttribute('aria-pressed', String(i === pool));
    setText(button.firstChild, each.name);
    setText(button.lastChild, each.permits > 0 ? `${each.out}/${each.permits}` : String(each.out));
    button.title = `${each.name}: ${each.out} out, ${each.waiting} waiting`;
  });
}

function showState() {
  setText(elements.title, model.self === undefined ? model.title : `node ${model.title}`);
  if (model.title) document.title = `${model.title} – Meshlock`;
  showProblems();
  const words = { connecting: 'connecting', live: 'live', lost: 'connection lost, trying again', over: 'the mesh has ended', replay: 'replay' };
  setText(elements.mode, words[source.status]);
  elements.mode.dataset.bad = String(source.status === 'lost');
  const parts = [];
  if (controls) {
    const { about } = source;
    if (!about.complete) parts.push(`reading: ${about.events.toLocaleString('en')} events so far`);
    if (about.problem) parts.push(about.problem);
    if (source.busy) parts.push('loading');
  } else {
    parts.push(`${Math.round(model.charts.eventRate()).toLocaleString('en')} events/s`);
    if (source.left > 0) parts.push(`${source.left.toLocaleString('en')} not shown`);
    if (source.missed > 0) parts.push(`${source.missed.toLocaleString('en')} changes missed: the picture may be wrong`);
  }
  setText(elements.state, parts.join(' · '));
}

/** Why pools grant nothing, where nobody can overlook it. */
function showProblems() {
  elements.problems.hidden = model.problems.length === 0;
  const now = [...elements.problems.children].map((line) => line.textContent);
  if (now.join('\n') === model.problems.join('\n')) return;
  elements.problems.replaceChildren(...model.problems.map((text) => Object.assign(document.createElement('p'), { textContent: text })));
}

/** What a screen reader says now and then. */
function announce() {
  const chosen = model.picture.pools[pool];
  if (!chosen) return;
  const holders = chosen.holders().slice(0, 3).map((hold) => model.picture.name(hold.n));
  const token = [...chosen.tokens.keys()].slice(0, 3).map((n) => model.picture.name(n));
  setText(
    elements.announcement,
    `${chosen.name}: ${chosen.out} permits out${holders.length ? `, held by ${holders.join(', ')}` : ''}; ` +
      `${count(chosen.waiting, 'request')} waiting${token.length ? `; token at ${token.join(', ')}` : ''}`,
  );
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// ---- what one chooses -----------------------------------------------------------------------------------------------

function choosePool(index) {
  pool = mesh.pool = gantt.pool = index;
  model.look = model.picture.pools[pool]?.look();
  tables.draw(source.unit);
  tables.drawNodes(pool);
  showPools();
}

function toggleBeacons() {
  mesh.beacons = !mesh.beacons;
  elements.beacons.setAttribute('aria-pressed', String(mesh.beacons));
}

function nextPool() {
  if (model.picture.pools.length > 0) choosePool((pool + 1) % model.picture.pools.length);
}

function select(node) {
  mesh.selected = node;
  showCard();
  if (node !== undefined) setText(elements.announcement, elements.card.innerText.replace(/\n+/g, ', '));
}

function showCard() {
  const node = mesh.selected;
  elements.card.hidden = node === undefined || !model.picture.nodes.has(node);
  if (elements.card.hidden) return;
  const chosen = model.look;
  const lines = [];
  const place = chosen?.places.get(node);
  if (place?.tokens > 0) lines.push('has the token');
  if (model.votes(node, pool)) lines.push('votes when a token is lost');
  for (const hold of chosen?.holders.filter((each) => each.n === node) ?? []) {
    lines.push(`holds ${count(hold.h, 'permit')}${hold.slots?.length ? ` (${hold.slots.join(', ')})` : ''}${hold.since === undefined ? '' : ` for ${span(Math.max(0, model.t - hold.since), source.unit)}`}`);
  }
  for (const request of chosen?.queue.filter((each) => each.n === node).slice(0, 5) ?? []) {
    lines.push(request.asked === undefined ? `${request.h} wait` : `waits for ${request.h}, priority ${request.p}, since ${span(Math.max(0, model.t - request.asked), source.unit)}`);
  }
  let links = 0;
  for (const { a, b } of model.picture.links.values()) if (a === node || b === node) links++;
  lines.push(count(links, 'link'));
  const title = Object.assign(document.createElement('h3'), { textContent: model.picture.name(node) });
  elements.card.replaceChildren(title, ...lines.map((text) => Object.assign(document.createElement('p'), { textContent: text })));
}

// ---- where it comes from --------------------------------------------------------------------------------------------

function credentials() {
  const token = sessionStorage.getItem('meshlock-token');
  return token ? { Authorization: `Bearer ${token}` } : {};
}

async function fetchJson(url) {
  const response = await fetch(url, { headers: credentials() });
  if (response.status === 401) {
    await askForToken();
    return fetchJson(url);
  }
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.json();
}

function askForToken() {
  elements.secret.hidden = false;
  document.querySelector('main').hidden = true; // there is nothing to see yet
  elements.token.focus();
  return new Promise((resolve) => {
    elements.secret.addEventListener('submit', (submitted) => {
      submitted.preventDefault();
      sessionStorage.setItem('meshlock-token', elements.token.value);
      elements.secret.hidden = true;
      document.querySelector('main').hidden = false;
      resolve();
    }, { once: true });
  });
}

/** A run that is still being read gets longer while one looks at it. */
async function keepReading(replay) {
  while (!replay.about.complete) {
    await new Promise((resolve) => setTimeout(resolve, 700));
    const about = await fetchJson('../feed/about');
    replay.update(about);
    model.charts.merge(about.timeline);
  }
}

async function startReplay(about) {
  while (about.chunks.length === 0 && !about.complete) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    about = await fetchJson('../feed/about');
  }
  model.title = about.title;
  model.charts.merge(about.timeline);
  source = new Replay(model, about, fetchJson);
  controls = new Controls(elements, source, model);
  await source.seek(firstGrant(about.timeline));
  keepReading(source).catch(() => {});
}

/** Where something is to be seen: the beginning of a run is an empty picture. */
function firstGrant({ from, width, spans }) {
  const first = spans.findIndex((each) => each[3] > 0);
  return first < 0 ? 0 : from + (first + 1) * width;
}

async function start() {
  startTheme();
  elements.theme.addEventListener('click', toggleTheme);
  elements.beacons.addEventListener('click', toggleBeacons);
  elements.helpOpen.addEventListener('click', () => elements.help.showModal());
  const about = await fetchJson('../feed/about');
  if (about.mode === 'replay') {
    await startReplay(about);
  } else {
    source = new Live(model, credentials);
    source.start();
  }
  listen({ elements, mesh, select, nextPool, toggleTheme, toggleBeacons, controls, replay: controls ? source : undefined });
  requestAnimationFrame(frame);
}

onTheme((dark) => byId('theme').replaceChildren(dark ? '☀' : '☾'));
start().catch((failure) => setText(elements.state, `cannot show the mesh: ${failure.message}`));

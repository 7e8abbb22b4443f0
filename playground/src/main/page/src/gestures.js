const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const TOOLS = { v: 'drag', a: 'add', x: 'remove', l: 'link', c: 'cut', p: 'split' };

/** Mouse, fingers and keys. */
export function listen(app) {
  app.views.forEach((view) => pointer(app, view));
  app.views.forEach((view) => view.canvas.addEventListener('keydown', (event) => meshKey(event, app, view)));
  document.addEventListener('keydown', (event) => pageKey(event, app));
}

function pointer(app, view) {
  const { canvas } = view;
  let grip;
  canvas.addEventListener('pointerdown', (event) => {
    const node = view.nodeAt(event.offsetX, event.offsetY);
    const place = view.toPlace(event.offsetX, event.offsetY);
    canvas.setPointerCapture(event.pointerId);
    grip = { node, place, x: event.offsetX, y: event.offsetY, shift: [...view.shift], moved: false };
    if (app.tool === 'drag' && node === undefined && deliver(app, view, event)) grip = undefined;
  });
  canvas.addEventListener('pointermove', (event) => {
    hover(app, view, event);
    if (!grip) return;
    const [dx, dy] = [event.offsetX - grip.x, event.offsetY - grip.y];
    grip.moved ||= Math.hypot(dx, dy) > 4;
    if (!grip.moved) return;
    const place = view.toPlace(event.offsetX, event.offsetY);
    if (app.tool === 'drag' && grip.node !== undefined) app.move(grip.node, place);
    else if (app.tool === 'drag') view.shift = [grip.shift[0] + dx, grip.shift[1] + dy];
    else if (app.tool === 'link' && grip.node !== undefined) app.pencil(app.places[grip.node], place);
    else if (app.tool === 'cut' || app.tool === 'split') app.pencil(grip.place, place);
  });
  canvas.addEventListener('pointerup', (event) => {
    if (!grip) return;
    const done = grip;
    grip = undefined;
    app.pencil(undefined);
    const place = view.toPlace(event.offsetX, event.offsetY);
    const over = view.nodeAt(event.offsetX, event.offsetY);
    if (done.moved) stroke(app, done, place, over);
    else click(app, view, event, over, place);
  });
  canvas.addEventListener('pointercancel', () => {
    grip = undefined;
    app.pencil(undefined);
  });
  canvas.addEventListener('pointerleave', () => app.hover(undefined));
  canvas.addEventListener('dblclick', (event) => {
    const node = view.nodeAt(event.offsetX, event.offsetY);
    if (app.tool !== 'drag') return;
    if (node === undefined) view.reset();
    else app.askHere(node);
  });
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      zoom(app, view, Math.exp(-event.deltaY * 0.0015));
    },
    { passive: false },
  );
}

function zoom(app, view, factor) {
  view.zoom = Math.max(0.4, Math.min(12, view.zoom * factor));
  view.shift = view.shift.map((each) => each * factor);
  app.touched();
}

/** In a story, a click on a message delivers it. */
function deliver(app, view, event) {
  const scene = app.scenes[app.views.indexOf(view)];
  const message = view.messageAt(event.offsetX, event.offsetY);
  if (!message || scene?.kind !== 'story') return false;
  app.pause();
  app.hands.act((each) => {
    const way = [each.name(message.from), each.name(message.to)].join('->');
    return each.view.flights.some(([from, to]) => from === message.from && to === message.to) ? `deliver ${way}` : '';
  });
  return true;
}

function stroke(app, grip, place, over) {
  if (app.tool === 'link' && grip.node !== undefined && over !== undefined) app.hands.link(grip.node, over);
  else if (app.tool === 'cut') app.hands.slice(grip.place, place);
  else if (app.tool === 'split') app.hands.split(grip.place, place);
}

function click(app, view, event, node, place) {
  const scene = app.scenes[app.views.indexOf(view)];
  if (app.tool === 'add') app.add(place);
  else if (app.tool === 'remove' && node !== undefined) app.take(node);
  else if (app.tool === 'link' && node !== undefined) app.chain(node);
  else if (app.tool === 'cut' && node === undefined) {
    const link = view.linkAt(scene, event.offsetX, event.offsetY);
    if (link) app.hands.cut(...link);
  } else app.select(node);
}

function hover(app, view, event) {
  const scene = app.scenes[app.views.indexOf(view)];
  if (!scene) return;
  const message = view.messageAt(event.offsetX, event.offsetY);
  const node = view.nodeAt(event.offsetX, event.offsetY);
  const link = node === undefined && app.tool === 'cut' ? view.linkAt(scene, event.offsetX, event.offsetY) : undefined;
  app.hover(node, message, link, event, view);
}

/** Keys that mean something in the mesh only. */
function meshKey(event, app, view) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const arrow = ARROWS[event.key];
  const node = app.selected;
  const keys = {
    Enter: () => node !== undefined && (app.from !== undefined ? app.chain(node) : app.askHere(node)),
    Backspace: () => node !== undefined && app.hands.end(node),
    Delete: () => node !== undefined && app.take(node),
    k: () => node !== undefined && app.hands.toggle(node, 'crash'),
    u: () => node !== undefined && app.hands.toggle(node, 'pause'),
    z: () => node !== undefined && app.hands.toggle(node, 'forget'),
    '+': () => zoom(app, view, 1.25),
    '=': () => zoom(app, view, 1.25),
    '-': () => zoom(app, view, 0.8),
    0: () => view.reset(),
    l: () => (node === undefined ? app.choose('link') : app.begin('link', node)),
    c: () => (node === undefined ? app.choose('cut') : app.begin('cut', node)),
  };
  if (arrow && event.shiftKey && node !== undefined) {
    const { x, y } = app.places[node];
    app.move(node, { x: x + arrow[0] * 25, y: y + arrow[1] * 25 });
  } else if (arrow) app.select(node === undefined ? view.at.findIndex(Boolean) : view.beyond(node, ...arrow));
  else if (keys[event.key]) keys[event.key]();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Keys that work everywhere except where they mean something already. */
function pageKey(event, app) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  const field = event.target.closest('input, select, textarea');
  if (field && (field.type !== 'range' || event.key.startsWith('Arrow') || event.key === 'Home') && field.type !== 'checkbox') return;
  const onButton = event.target.closest('button, a, [type=checkbox]');
  const keys = {
    n: () => app.next(),
    m: () => app.hands.mend(),
    d: () => app.theme(),
    '?': () => document.getElementById('help').showModal(),
    Escape: () => app.escape(),
    Home: () => app.goTo(0),
    '+': () => app.faster(1),
    '=': () => app.faster(1),
    '-': () => app.faster(-1),
  };
  if (!event.target.closest('.scroll')) {
    keys.ArrowRight = () => app.forward();
    keys.ArrowLeft = () => app.back();
  }
  if (!onButton) keys[' '] = () => app.toggle();
  for (const [key, tool] of Object.entries(TOOLS)) keys[key] = () => app.choose(tool);
  const action = keys[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

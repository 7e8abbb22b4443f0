const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Mouse and keys. */
export function listen(page) {
  pointer(page);
  page.elements.mesh.addEventListener('keydown', (event) => meshKey(event, page));
  document.addEventListener('keydown', (event) => pageKey(event, page));
}

function pointer({ elements, mesh, select }) {
  const canvas = elements.mesh;
  let drag;
  canvas.addEventListener('pointerdown', (event) => {
    drag = { x: event.clientX, y: event.clientY, shift: [...mesh.shift], moved: false };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointermove', (event) => {
    mesh.hovered = mesh.nodeAt(event.offsetX, event.offsetY);
    canvas.style.cursor = mesh.hovered === undefined ? 'grab' : 'pointer';
    if (!drag) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    drag.moved ||= Math.hypot(dx, dy) > 4;
    if (drag.moved) mesh.shift = [drag.shift[0] + dx, drag.shift[1] + dy];
  });
  canvas.addEventListener('pointerup', (event) => {
    if (drag && !drag.moved) select(mesh.nodeAt(event.offsetX, event.offsetY));
    drag = undefined;
  });
  canvas.addEventListener('pointerleave', () => (mesh.hovered = undefined));
  canvas.addEventListener('dblclick', () => mesh.reset());
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      mesh.zoomBy(Math.exp(-event.deltaY * 0.0015), event.offsetX, event.offsetY);
    },
    { passive: false },
  );
}

function meshKey(event, { mesh, select }) {
  const arrow = ARROWS[event.key];
  if (arrow) select(mesh.beyond(...arrow));
  else if (event.key === '+' || event.key === '=') mesh.zoomBy(1.25);
  else if (event.key === '-') mesh.zoomBy(0.8);
  else if (event.key === '0') mesh.reset();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Keys that work everywhere except where they mean something already. */
function pageKey(event, { elements, select, nextPool, toggleTheme, toggleBeacons, controls, replay }) {
  if (event.ctrlKey || event.metaKey || event.altKey || elements.help.open) return;
  const field = event.target.closest('input, select, textarea');
  const scrollable = event.target.closest('.scroll');
  if (field && field !== elements.scrubber) return;
  const onButton = event.target.closest('button, summary, a');
  const keys = {
    p: nextPool,
    d: toggleTheme,
    b: toggleBeacons,
    '?': () => elements.help.showModal(),
    0: () => elements.mesh.dispatchEvent(new KeyboardEvent('keydown', { key: '0' })),
    Escape: () => select(undefined),
  };
  if (controls) {
    if (!onButton) keys[' '] = () => controls.toggle();
    if (!scrollable) {
      keys.ArrowLeft = () => replay.back();
      keys.ArrowRight = () => replay.forward();
      keys.Home = () => replay.seek(0);
      keys.End = () => replay.seek(replay.end);
    }
    keys['+'] = keys['='] = () => controls.faster(1);
    keys['-'] = () => controls.faster(-1);
  }
  const action = keys[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

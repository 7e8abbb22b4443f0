import { FONT } from './canvas.js';
import { colours } from './colours.js';

const FULL = 2 * Math.PI;

/** A node: filled if it holds permits, a ring if it waits, and a hexagon for the token. Shapes tell as much as colours. */
export function drawNode(context, [x, y], r, place, selected, absent) {
  const held = place?.held ?? 0;
  const waits = place?.waits ?? 0;
  if (selected) disc(context, x, y, r + 5, undefined, colours.focus, 2);
  if (r < 5) {
    const fill = held > 0 ? colours.hold : waits > 0 ? colours.wait : colours.nodeEdge;
    disc(context, x, y, held > 0 || waits > 0 ? r * 1.5 : r, fill);
  } else {
    disc(context, x, y, r, held > 0 ? colours.hold : colours.node, held > 0 ? colours.hold : colours.nodeEdge, 1.5);
    if (waits > 0) disc(context, x, y, r + (r > 10 ? 2.5 : 1.5), undefined, colours.wait, r > 10 ? 3.5 : 2.2);
  }
  if (absent) cross(context, x, y, r);
  if (held > 0 && r >= 8) {
    context.font = `600 ${Math.round(r * 0.95)}px ${FONT}`;
    context.fillStyle = colours.holdInk;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(String(held), x, y + 0.5);
    context.textBaseline = 'alphabetic';
  }
  if (waits > 0 && r >= 11) queue(context, x, y, r, waits);
  if (place?.tokens > 0) token(context, x + r * 0.78, y - r * 0.78, Math.max(4.5, r * 0.42));
}

/** A node that does nothing at present. */
function cross(context, x, y, r) {
  const arm = Math.max(3, r * 0.55);
  context.strokeStyle = colours.lost;
  context.lineWidth = r > 10 ? 3 : 1.8;
  context.beginPath();
  context.moveTo(x - arm, y - arm);
  context.lineTo(x + arm, y + arm);
  context.moveTo(x + arm, y - arm);
  context.lineTo(x - arm, y + arm);
  context.stroke();
}

/** A dot for each waiting request, on an arc left of the node. */
function queue(context, x, y, r, waits) {
  const shown = Math.min(waits, 6);
  const dot = r * 0.14;
  context.fillStyle = colours.wait;
  for (let i = 0; i < shown; i++) {
    const angle = Math.PI + (i - (shown - 1) / 2) * 0.34;
    context.beginPath();
    context.arc(x + Math.cos(angle) * (r + 10), y + Math.sin(angle) * (r + 10), dot, 0, FULL);
    context.fill();
  }
  if (waits > shown) {
    context.font = `600 11px ${FONT}`;
    context.textAlign = 'right';
    context.fillText(`+${waits - shown}`, x - r - 16, y + 4);
  }
}

function disc(context, x, y, r, fill, stroke, width) {
  context.beginPath();
  context.arc(x, y, r, 0, FULL);
  if (fill) {
    context.fillStyle = fill;
    context.fill();
  }
  if (stroke) {
    context.strokeStyle = stroke;
    context.lineWidth = width;
    context.stroke();
  }
}

function token(context, x, y, size) {
  context.beginPath();
  for (let i = 0; i < 6; i++) context.lineTo(x + Math.cos((i * FULL) / 6) * size, y + Math.sin((i * FULL) / 6) * size);
  context.closePath();
  context.fillStyle = colours.token;
  context.fill();
  context.strokeStyle = colours.tokenEdge;
  context.lineWidth = 1.4;
  context.stroke();
}

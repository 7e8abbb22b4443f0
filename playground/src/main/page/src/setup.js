import { algorithm } from './engine.js';

/** What the form says when nobody has touched it. */
export const DEFAULTS = {
  left: 'prioritized',
  right: '',
  permits: 2,
  policy: 'priority',
  aging: 100,
  nodes: 8,
  topology: 'ring',
  density: 0.4,
  radius: 380,
  model: 'random-waypoint',
  speed: 12,
  delay: '1',
  lossy: false,
  recovery: false,
  beacon: 1, // between signs of the token
  machines: false,
  clients: false,
  think: 15,
  hold: 4,
  ask: 2,
  seed: 1,
  links: '', // the links at the start, if they are not the topology's
  scenario: '', // a scenario file's text, in place of most of the above
};

/** Named shapes; with radio, whoever is near is linked; with mobility, nodes move by themselves. */
export const TOPOLOGIES = ['ring', 'line', 'star', 'grid', 'full', 'tree', 'random', 'radio', 'mobility'];

export function sides(setup) {
  return setup.right ? [setup.left, setup.right] : [setup.left];
}

/** As many permits as all algorithms that are shown can take. */
export function permitsOf(setup) {
  return Math.min(setup.permits, ...sides(setup).map((name) => algorithm(name).mostPermits));
}

/** The most that one request may ask for. */
export function mostAsked(setup, permits = permitsOf(setup)) {
  return Math.min(permits, ...sides(setup).map((name) => algorithm(name).mostAsked));
}

function network(setup) {
  const lines = [];
  if (setup.topology === 'mobility' && !setup.links) {
    lines.push(`  mobility: {model: ${setup.model}, area: [1000, 700], radius: ${setup.radius}${motion(setup)}}`);
  } else if (setup.topology === 'random' && !setup.links) {
    lines.push('  topology: random', `  density: ${setup.density}`);
  } else {
    const named = setup.topology === 'tree' ? 'tree' : setup.topology;
    lines.push(`  topology: ${setup.links || ['radio', 'mobility', 'random'].includes(named) ? 'line' : named}`);
    if (named === 'tree' && !setup.links) lines.push('  children: 2');
  }
  lines.push(`  delay: ${setup.delay}`);
  if (setup.lossy) lines.push('  linkDeath: lossy');
  return lines;
}

function motion({ model, speed }) {
  if (model === 'static') return '';
  if (model === 'gauss-markov') return `, speed: ${speed}`;
  return `, speed: [${speed / 2}, ${speed}]${model === 'group' ? ', spread: 150' : ''}`;
}

/** The setup as a scenario file. */
export function scenario(setup, name = setup.left) {
  if (setup.scenario) return setup.scenario;
  const permits = permitsOf(setup);
  const asked = Math.min(setup.ask, mostAsked(setup, permits));
  const options = setup.recovery && algorithm(name).options.some((each) => each.name === 'recovery');
  return [
    'name: playground',
    'description: Made by hand in the playground.',
    `algorithm: ${name}`,
    ...(options ? [`options: {recovery: 1, beacon: ${Math.round(setup.beacon * 1e6)}}`] : []),
    `policy: ${setup.policy}`,
    `aging: ${setup.aging}`,
    `nodes: ${setup.nodes}`,
    `permits: ${permits}`,
    'duration: 100000',
    'warmup: 0',
    'network:',
    ...network(setup),
    'workload:',
    `  think: exponential ${setup.think}`,
    `  hold: exponential ${setup.hold}`,
    `  permits: ${asked > 1 ? `uniform 1 ${asked}` : 1}`,
    '  priority: uniform 0 5',
    ...(setup.policy === 'deadline' ? ['  deadline: uniform 20 60'] : []),
    '',
  ].join('\n');
}

/** C: clients ask by themselves; H: hands may do everything; M: machines may fail. */
export function flags(setup) {
  const scenarioRuns = setup.scenario && setup.clients;
  return (setup.clients ? 'C' : '') + (scenarioRuns ? '' : 'H') + (setup.machines ? 'M' : '');
}

// ---- state in the address ----

async function squeeze(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** Anything that JSON can say, short enough for an address. */
export async function pack(state) {
  const bytes = await squeeze(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream('deflate-raw'));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

export async function unpack(text) {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(await squeeze(bytes, new DecompressionStream('deflate-raw'))));
}

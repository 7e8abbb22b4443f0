/**
 * Guided tours. A narrative goes step by step, its comments are what is told, and it runs with one algorithm on the left and
 * another on the right. A tour of a world has a setup, what hands do when, and what is told when.
 *
 * The narratives are those of simulator/src/test/resources/narratives and the schedules of PrintedFlawsTest, with more words.
 */
export const STORIES = [
  {
    id: 'deadlock',
    title: 'The printed deadlock',
    left: 'prioritized-as-printed',
    right: 'prioritized',
    leftTitle: 'as the paper prints it',
    rightTitle: 'corrected: what Meshlock runs',
    text: `
# Three nodes share two permits. The golden token says who may enter; it is at a. Left runs the algorithm as the paper prints it, right the corrected one: same nodes, same messages.
mesh line a b c k=2
----

# b asks for one permit, c for both. The blue requests travel towards the token.
request b 1 priority=5
request c 2 priority=5
----

deliver c->b
deliver all
----

# c has to wait for b's permit. Now a, less urgent, asks for one, too. Watch where the token goes.
request a 1
deliver all
----

# Everybody who is inside leaves. Both permits are free in the end. Is everybody served?
expect-served
----
`,
    moral: 'As printed, a node that waits with the token in hand forgets its own request when it passes the token on. Meshlock’s form keeps it.',
  },
  {
    id: 'lost-request',
    shape: 'ring',
    title: 'A lost request',
    left: 'prioritized-as-printed',
    right: 'prioritized',
    leftTitle: 'as printed',
    rightTitle: 'corrected',
    text: `
# One permit; the token is at a. b’s only way to it leads over c.
mesh line a c b k=1
----

# b asks, over c. Meanwhile b comes near a: a new link forms.
request b 1
link a-b
----

# Then the link to c breaks, before the new one has said hello. The network was never in two parts.
cut c-b
----

# The token comes as far as c, and c has forgotten for whom.
deliver all
----

expect-served
----
`,
    moral: 'For a moment b had no neighbour to send its request to, and nothing in print sends it again. The corrected form does.',
  },
  {
    id: 'double-entry',
    shape: 'line',
    title: 'Two inside at once',
    left: 'lookahead-as-printed',
    right: 'lookahead',
    leftTitle: 'look-ahead, as printed',
    rightTitle: 'look-ahead, corrected',
    text: `
# One permit, two nodes, and an algorithm without token: who asks first, by the clock, goes first.
mesh hosts a b
----

# a’s clock is slow. That is all that is wrong.
clock a -20
----

# b asks; a does not want to enter, and agrees.
request b 1
deliver b->a
----

# Now a asks as well. Its clock says that it asked long before b.
request a 1
----

# a’s request overtakes its own answer. b believes the time that it reads, and agrees in turn.
deliver a->b nth=2
----

# The answer of a arrives: b enters.
deliver a->b
----

# And the answer of b arrives …
deliver b->a
----
`,
    moral: 'Safety that hangs on clocks is gone when one is slow. The corrected form counts messages instead, and hands over a fork that is in one place at a time.',
  },
  {
    id: 'krl-starvation',
    spots: [[340, 380], [660, 380], [90, 230], [910, 230]],
    title: 'Starved among idle tokens',
    left: 'krl-as-printed',
    right: 'krl',
    leftTitle: 'KRL, as printed',
    rightTitle: 'KRL, corrected',
    text: `
# Found by exploring every order in which messages can arrive. Three tokens, one permit each, at a, b and d; c has none.
mesh links a b d c a-b a-d b-c k=3
----

# b enters with its own token. c asks b for one.
request b 1
request c 1
deliver c->b
----

# b leaves and gives its token to c. It tells its neighbours that it is lower now, although it has nothing left.
release b1
deliver b->a
deliver a->d
deliver b->c
deliver b->c
----

# c has been inside and leaves again: all three permits are free.
release c1
----

# Now b wants to enter once more. It asks a, which has a token, idle …
request b 1
deliver b->a
deliver d->a
deliver a->b
deliver c->b
deliver c->b
----

# … and nothing is left to happen.
expect-served
----
`,
    moral: 'The exploration of every schedule found this one: as printed, a node that gave its token away still lowers itself, and a request ends where no token ever comes.',
  },
  {
    id: 'new-token',
    title: 'A token dies and is made anew',
    setup: { left: 'prioritized', right: '', recovery: true, nodes: 7, topology: 'ring', permits: 2, clients: true, think: 10, hold: 3, seed: 3, delay: '0.25', beacon: 0.4 },
    pace: 4,
    leftTitle: 'with recovery by a majority',
    hands: [[25, 'crash 0'], [75, 'restart 0']],
    captions: [
      [0, 'Seven nodes share two permits; clients come and go by themselves. The golden token rests at one node and grants from there.'],
      [25, 'The node that has the token crashes, and the token with it. Nobody can be granted anything now, except what is out already.'],
      [33, 'The others miss the signs of life that a token gives. When that has lasted long enough, a majority lets one of them make a new token, in a new epoch.'],
      [41, 'There it is. Permits that may still be out at the dead node are kept back until their leases are over; then grants go on.'],
      [75, 'The crashed node starts again. It learns of the new epoch and takes part; an old token would count for nothing.'],
      [95, 'Grants have gone on with rising numbers all along: a store that checks them can refuse a late writer.'],
    ],
    until: 110,
    moral: 'Crash other nodes, or draw a line that leaves a minority alone with the token: only a majority makes a new one.',
  },
  {
    id: 'aging',
    title: 'Aging at work',
    left: 'prioritized aging=1000000000',
    right: 'prioritized aging=2',
    leftTitle: 'priority alone',
    rightTitle: 'with aging: 2 grants outweigh a step',
    text: `
# One permit. On the left only priorities count; on the right a request also grows older: two grants to others outweigh one step of priority.
mesh star a b c d k=1
----

# d is inside. b asks, with priority 0. c asks, with priority 1, and goes first.
request d 1
deliver all
request b 1
deliver all
request c 1 priority=1
deliver all
release d1
deliver all
----

# d comes again, with priority 1 …
request d 1 priority=1
deliver all
release c1
deliver all
----

# … and c again, with priority 1. b has waited all along. d leaves: who is next?
request c 1 priority=1
deliver all
----

release d2
deliver all
----
`,
    moral: 'Without aging, b waits as long as somebody more urgent comes. With it, nobody is overtaken more often than the pool says.',
  },
];

export function story(id) {
  return STORIES.find((each) => each.id === id);
}

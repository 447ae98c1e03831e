import { LONG_CABLES, longCable, longNetwork, longTarget } from './topology.ts';

const between = Array.from({ length: LONG_CABLES }, (_, index) => index);

/** The cables between the two namespaces, as lines of `ip -batch`. */
export function longCables(): string[] {
  return between.map((index) => `link add v${index} netns w1 type veth peer name v${index} netns w2`);
}

/** Packets that arrive by a cable leave by the next one, the first namespace sends the last ones to the target. */
export function longSetup(name: 'w1' | 'w2' | 'w3', clientNetworks: readonly string[]): string[] {
  if (name === 'w3') return [`addr add ${longTarget}/32 dev lo`, 'route add default dev w1'];
  const own = name === 'w1' ? 1 : 2;
  const other = name === 'w1' ? 2 : 1;
  const lines = between.flatMap((index) => [
    `link set dev v${index} up`,
    `addr add ${longCable(index, own)}/30 dev v${index}`,
  ]);
  const to = (index: number) => `${longNetwork} via ${longCable(index, other)} dev v${index}`;
  for (const index of between.filter((one) => one % 2 === (name === 'w1' ? 1 : 0))) {
    const next = index + 1 < LONG_CABLES ? to(index + 1) : `${longNetwork} dev w3`;
    lines.push(`route add ${next} table ${100 + index}`, `rule add iif v${index} lookup ${100 + index}`);
  }
  const [client] = clientNetworks;
  if (name === 'w1') return [...lines, `route add ${to(0)}`, `route add ${client} dev r6`];
  return [...lines, `route add ${client} via ${longCable(0, 1)} dev v0`];
}

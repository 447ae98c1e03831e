import type { Finding } from '../../../finding/finding.ts';
import type { Unjudged } from '../../../finding/unjudged.ts';
import { listed } from '../../../finding/wording.ts';
import { counted } from '../../../text/counted.ts';
import { QUICK_ROUNDS, type traceroute } from '../contract.ts';
import { loopOf } from '../data/loop.ts';
import type { tracerouteExplanations } from '../explanations.ts';

interface TracerouteFinding extends Finding {
  readonly code: keyof typeof tracerouteExplanations;
}

type Answer = Unjudged<typeof traceroute>;

const ETHERNET_MTU = 1500;
/** The number of hops after which a trace ends. */
const LAST_TTL = 30;
const OWN = 'a router in the Sonde server’s own network';

/** The findings on a trace: how far packets get, which are lost and why, and how large they may be. */
export function tracerouteFindings(answer: Answer): TracerouteFinding[] {
  return [...endFindings(answer), ...lossFindings(answer), ...mtuFindings(answer), ...methodFindings(answer)];
}

function endFindings(answer: Answer): TracerouteFinding[] {
  const { host: about, address, hops, reached, stoppedBy, method, rounds } = answer;
  if (reached === 'target') {
    const evidence = `${address} answered at hop ${hops.length}.`;
    return [{ code: 'path-complete', state: 'good', about, evidence, fix: null }];
  }
  if (reached === 'stopped') {
    const where =
      stoppedBy === null ? '' : `${stoppedBy.address ?? OWN} at hop ${stoppedBy.ttl}: ${stoppedBy.meaning}.`;
    const fix = 'Ask the operator of that router, or check its rules and routes if it is yours.';
    return [{ code: 'path-stopped', state: 'bad', about, evidence: where, fix }];
  }
  const loop = loopOf(hops);
  if (loop !== null) {
    const evidence = `${listed([...loop.addresses])} repeat from hop ${loop.from} to hop ${loop.to}.`;
    const fix = 'Tell the operators of these routers, or fix the routes if they are yours.';
    return [{ code: 'routing-loop', state: 'bad', about, evidence, fix }];
  }
  const last = hops.findLast(({ received }) => received > 0);
  if (last?.ttl === LAST_TTL) {
    const evidence = `Hop ${last.ttl} answered, and packets were sent no farther: ${address} was not reached.`;
    const fix = 'Trace from a place that is nearer to the target.';
    return [{ code: 'path-too-long', state: 'unknown', about, evidence, fix }];
  }
  const evidence =
    last === undefined ? 'No hop answered.' : `Hop ${last.ttl} was the last to answer; ${address} did not.`;
  // By UDP, a silent target ends the trace before a router gives up ARP or neighbour discovery.
  const isShort = method === 'udp' && rounds <= QUICK_ROUNDS;
  const unheard = isShort
    ? ' A router that finds nobody at the address says so after some three seconds, which this trace did not wait for.'
    : '';
  const fix = `Trace again by TCP, with the port of a service on the target${isShort ? ', or by ICMP, which waits for such a report' : ''}.`;
  return [{ code: 'path-silent', state: 'unknown', about, evidence: `${evidence}${unheard}`, fix }];
}

function lossFindings({ host: about, hops, reached }: Answer): TracerouteFinding[] {
  const found: TracerouteFinding[] = [];
  const lossy = hops.filter(({ lossIs }) => lossIs === 'path');
  const [first] = lossy;
  if (first !== undefined) {
    const last = lossy.at(-1) ?? first;
    const evidence = `From hop ${first.ttl} on, packets are lost: ${first.loss} % there, ${last.loss} % at hop ${last.ttl}.`;
    const fix = 'Trace again with more rounds, then check the link before that hop.';
    found.push({ code: 'loss-on-path', state: 'warn', about, evidence, fix });
  }
  const target = reached === 'target' ? hops.at(-1) : undefined;
  if (first === undefined && target !== undefined && target.received < target.sent) {
    const evidence = `${target.sent - target.received} of ${counted(target.sent, 'packet')} to the target were not answered (${target.loss} %).`;
    const fix = 'Trace again with 20 rounds, and compare with a ping or a trace by TCP to a service of the target.';
    found.push({ code: 'loss-at-target', state: 'unknown', about, evidence, fix });
  }
  const limited = hops.filter(({ lossIs }) => lossIs === 'answers');
  if (limited.length > 0) {
    const which = listed(limited.map(({ ttl }) => String(ttl)));
    const evidence = `${counted(limited.length, 'hop')} (${which}) did not answer probes that later hops answered.`;
    found.push({ code: 'answers-limited', state: 'note', about, evidence, fix: null });
  }
  return found;
}

function mtuFindings({ host: about, pathMtu }: Answer): TracerouteFinding[] {
  if (pathMtu === null) return [];
  const { bytes, found, router } = pathMtu;
  if (found === 'black-hole') {
    const evidence = `Packets of ${bytes} bytes were answered; larger ones, sent several times, were not, and no router reported why.`;
    const fix = 'Find the firewall that drops ICMP messages about the packet size.';
    return [{ code: 'mtu-black-hole', state: 'bad', about, evidence, fix }];
  }
  if (bytes >= ETHERNET_MTU) return [];
  const evidence = `The path carries packets of up to ${bytes} bytes${found === 'told' ? `, as ${router ?? OWN} reports` : ''}.`;
  return [{ code: 'mtu-reduced', state: 'note', about, evidence, fix: null }];
}

/** A visitor who chooses UDP or TCP gets it. An automatic fall-back shows in the port, which nobody can choose for it. */
function methodFindings({ host: about, method, gaps }: Answer): TracerouteFinding[] {
  if (!gaps.some(({ part }) => part === 'icmp')) return [];
  const evidence = `The packets were sent by ${method.toUpperCase()}.`;
  return [{ code: 'traced-otherwise', state: 'note', about, evidence, fix: null }];
}

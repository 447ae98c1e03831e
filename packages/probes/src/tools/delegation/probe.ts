import { type DelegationEdge, type DelegationPart, type Gap, ToolError, type Tools } from '@sonde/contract';
import { examine } from '../../engines/walk/examine.ts';
import { INTERCEPTED, isIntercepted, NO_ROOT } from '../../engines/walk/intercepted.ts';
import { leftOutOf } from '../../engines/walk/server-view.ts';
import { createWalkTools, type Walk, type WalkContext, type WalkedZone, walkTo } from '../../engines/walk/walk.ts';
import type { Probe } from '../../probe.ts';
import { detailsOf } from './details.ts';
import { serverOf } from './servers.ts';
import { zoneOf } from './zones.ts';

/**
 * Walks from the root to the zone of a domain, asks every server on the way, and examines the zone.
 * @throws ToolError `refused-target` for a name that may not be looked up, `source-failed` when no root server answers;
 * NetFailure from the network layer
 */
export const probeDelegation: Probe<Tools['delegation']> = async (query, { net, data, signal, report }) => {
  const { domain, servers, ds } = query;
  net.checkHost(domain);
  const { hints, anchors } = await data.roots();
  signal.throwIfAborted();
  const nowSeconds = Date.now() / 1000;
  const context: WalkContext = {
    net,
    signal,
    start: { servers: hints.servers, ds: anchors.ds },
    preFlight: { servers, ds },
    nowSeconds,
    // A root without any answer is a failure, not part of an answer.
    onZone: (zone) => {
      if (hasReply(zone)) report(partOf(zone));
    },
  };
  const tools = createWalkTools(context);
  const walk = await walkTo(domain, context, tools);
  const last = lastOf(walk);
  const intercepted = isIntercepted(walk);
  const examination = await examine(last, domain, tools);
  signal.throwIfAborted();
  const ended = { ...last, views: examination.views, judged: examination.judged };
  const zones = [...walk.zones.slice(0, -1), ended];
  const verdict = intercepted ? 'not-determinable' : ended.judged.status;
  return {
    data: {
      domain,
      zone: ended.name,
      nameExists: walk.nameExists,
      verdict,
      why: intercepted ? INTERCEPTED : ended.judged.why,
      isPreFlight: servers.length > 0 || ds.length > 0,
      anchors: anchors.source,
      zones: zones.map(zoneOf),
      servers: zones.flatMap((zone) =>
        zone.views.map((view) => serverOf(zone, view, zone === ended ? examination : null)),
      ),
      edges: zones.flatMap(edgesOf),
      details: detailsOf(ended, examination),
      questions: tools.asker.asked,
    },
    gaps: gapsOf({ walk, last: ended, intercepted, hasLeftOut: tools.asker.hasLeftOut }),
  };
};

function partOf(zone: WalkedZone): DelegationPart {
  return { zone: zoneOf(zone), servers: zone.views.map((view) => serverOf(zone, view, null)), edges: edgesOf(zone) };
}

function edgesOf({ name, judged }: WalkedZone): DelegationEdge[] {
  return judged.edges.map((edge) => ({ zone: name, ...edge }));
}

/** Whether any of its servers has answered anything. */
function hasReply({ views }: Pick<WalkedZone, 'views'>): boolean {
  return views.some(({ said }) => [...said.values()].some(({ reply }) => reply !== null));
}

/** @throws ToolError when not even the root answered. */
function lastOf({ zones }: Walk): WalkedZone {
  const last = zones.at(-1);
  const [root] = zones;
  if (last === undefined || root === undefined || !hasReply(root)) {
    throw new ToolError('source-failed', NO_ROOT, { reason: 'no-public-dns' });
  }
  return last;
}

interface Found {
  readonly walk: Walk;
  readonly last: WalkedZone;
  readonly intercepted: boolean;
  readonly hasLeftOut: boolean;
}

function gapsOf({ walk, last, intercepted, hasLeftOut }: Found): Gap[] {
  const leftOut = last.name === '.' ? 0 : leftOutOf(last.referred.ns, last.servers);
  return [
    ...(intercepted ? [{ part: 'intercepted', code: 'source-failed' } as const] : []),
    ...(walk.hasIpv6 === false ? [{ part: 'ipv6', code: 'unreachable' } as const] : []),
    ...(leftOut > 0 || hasLeftOut ? [{ part: 'servers', code: 'work-limit' } as const] : []),
  ];
}

import { formatHostPort } from '../targets/host-port.ts';
import { readPasted } from '../targets/pasted.ts';
import { hostKinds, readTarget, type Target, type TargetKind } from '../targets/target-kinds.ts';

/** A target of a list. A host may have a port, for the tools that take one. */
export interface ListTarget extends Target {
  /** The host alone, of a target with a port. */
  readonly host?: string;
}

/** Reads a target as `readTarget` does, or `host:port`, with an IPv6 address in brackets; null for any other text. */
export function readListTarget(text: string): ListTarget | null {
  const target = readTarget(text);
  if (target !== null || !/:\d+$/.test(text)) return target;
  const pasted = readPasted(text);
  if (pasted?.was !== 'host-port' || !isHost(pasted.kind)) return null;
  const { host, port, kind } = pasted;
  return { kind, host, target: formatHostPort({ host, port }) };
}

const isHost = (kind: TargetKind) => hostKinds.some((one) => one === kind);

/**
 * The targets of a list, from its lookups. A host that was looked up only because other tools took its port was not listed
 * by itself.
 */
export function targetsOfLookups(lookups: readonly { readonly target: string; readonly tool: string }[]): string[] {
  const keys = new Set(lookups.map(({ target, tool }) => `${tool} ${target}`));
  const withPort = lookups.flatMap(({ target, tool }) => {
    const host = readListTarget(target)?.host;
    return host === undefined ? [] : [{ host, tool }];
  });
  const implied = new Set(withPort.flatMap(({ host, tool }) => (keys.has(`${tool} ${host}`) ? [] : [host])));
  return [...new Set(lookups.map(({ target }) => target))].filter((target) => !implied.has(target));
}

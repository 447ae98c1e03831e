import type { AnyTool, FailureReason } from '@sonde/contract';
import { type PlaceAnswer, type PlacesAnswer, SELF } from '@sonde/contract/places/places';
import { translateFailure } from '@sonde/probes';
import type { LookupRequest, Service, ServiceCaller } from '@sonde/service';
import { differences, groupsOf, placeAnswer } from '@sonde/service/places/ask-places';
import type { Hub } from '@sonde/service/places/hub';
import type { PlaceOutcome } from '@sonde/service/places/place-jobs';
import type { Parameters } from '@sonde/service/places/protocol';

/** What one call asks, and where. */
export interface AskedEverywhere {
  readonly tool: AnyTool;
  readonly request: LookupRequest;
  /** As sent: agents check it themselves. */
  readonly query: Parameters;
  readonly from: readonly string[];
}

export interface EverywhereParts {
  readonly service: Service;
  readonly hub: Pick<Hub, 'ask'>;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

export type EverywhereCaller = Pick<ServiceCaller, 'client' | 'network' | 'signal'> & {
  /** Receives each part of an answer, and each answer, as JSON text with the id of its place. */
  readonly listen: ((json: string) => void) | undefined;
  /** Whether nobody waits for it; default: false. */
  readonly isBackground?: boolean;
};

/**
 * Asks all places at once; each ends by itself, at the latest shortly after the deadline of the tool.
 * @throws the reason of the caller's signal.
 */
export async function askEverywhere(
  { tool, request, query, from }: AskedEverywhere,
  { service, hub, now }: EverywhereParts,
  { listen, isBackground = false, ...caller }: EverywhereCaller,
): Promise<PlacesAnswer> {
  const deadlineMs = tool.deadlineMs(request.query);
  const job = { tool, query, deadlineMs, signal: caller.signal, isBackground };
  const ask = (place: string): Promise<PlaceOutcome> => {
    const onPart = listen && ((part: unknown) => listen(JSON.stringify({ place, part })));
    if (place === SELF) return answerHere({ service, now }, { tool, request }, { ...caller, onPart });
    return hub.ask(place, { ...job, ...(onPart && { onPart }) });
  };
  const places = await Promise.all(
    from.map(async (place): Promise<PlaceAnswer> => {
      const answer = placeAnswer(place, await ask(place));
      listen?.(JSON.stringify({ place, answer }));
      return answer;
    }),
  );
  const groups = groupsOf(tool, places);
  return { tool: tool.id, places, groups, findings: differences(String(request.query[tool.target]), groups) };
}

/** The same lookup by this server. */
async function answerHere(
  { service, now }: Omit<EverywhereParts, 'hub'>,
  { tool, request }: Pick<AskedEverywhere, 'tool' | 'request'>,
  {
    onPart,
    ...caller
  }: Omit<EverywhereCaller, 'listen' | 'isBackground'> & { readonly onPart: ((part: unknown) => void) | undefined },
): Promise<PlaceOutcome> {
  const startedAtMs = now();
  const measuredMs = () => Math.round(now() - startedAtMs);
  try {
    const plan = await service.plan(tool, request);
    caller.signal.throwIfAborted();
    const listen = onPart && ((json: string) => onPart(JSON.parse(json)));
    const { body, code } = await service.answerInList(tool, request, plan, { ...caller, ...(listen && { listen }) });
    const envelope = JSON.parse(body) as { readonly _data: Record<string, unknown>; readonly reason?: FailureReason };
    if (code === null) return { state: 'answer', data: envelope._data, measuredMs: measuredMs() };
    return { state: 'failure', code, reason: envelope.reason ?? null, measuredMs: measuredMs() };
  } catch (error) {
    caller.signal.throwIfAborted();
    const { code, reason } = translateFailure(error);
    return { state: 'failure', code, reason, measuredMs: measuredMs() };
  }
}

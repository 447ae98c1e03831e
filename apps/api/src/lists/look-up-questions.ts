import type { AnyTool, FailureCode, FailureReason } from '@sonde/contract';
import { type ListItem, listItems, PLACES_PAUSE_MS } from '@sonde/contract/lists/list-items';
import type { ListedOutcome, ListOutcome } from '@sonde/contract/lists/list-outcome';
import { readListTarget } from '@sonde/contract/lists/list-target';
import { placedOutcome } from '@sonde/contract/lists/placed-outcome';
import { type PlaceAnswer, SELF } from '@sonde/contract/places/places';
import { translateFailure } from '@sonde/probes';
import { failureResult, listClient, type Service } from '@sonde/service';
import { type EndedItem, isLimited } from '@sonde/service/lists/run-items';
import { askInBackground, type BackgroundPlaces } from '../places/background-places.ts';
import type { OpenItem } from './list-lookups.ts';

/** A question of a list. Its places are asked at once, so that their answers can be compared. */
export interface ListQuestion extends ListItem {
  /** The positions of its lookups that have not ended, by place; by null in a list of this server alone. */
  readonly open: Map<string | null, number>;
}

/** How a question has ended, or what is left of it until it is asked again. */
interface EndedQuestion extends EndedItem {
  readonly ended: readonly ListedOutcome[];
}

export interface QuestionParts {
  readonly service: Service;
  readonly places: BackgroundPlaces | null;
  /** Stores how a lookup has ended. */
  end(position: number, outcome: ListedOutcome): Promise<void>;
  /** Who has started the list. */
  readonly party: string;
  readonly signal: AbortSignal;
  /** Whether agents may still be on their way back, because this process has just been started. */
  readonly isYoung: () => boolean;
}

/** The questions of open lookups, without those whose tool has been disabled since the list was started. */
export function questionsOf(open: readonly OpenItem[], tools: readonly AnyTool[]): readonly ListQuestion[] {
  const questions = new Map<string, ListQuestion>();
  for (const { position, target: text, tool: id, place } of open) {
    const known = questions.get(`${id} ${text}`);
    known?.open.set(place, position);
    const [target, tool] = [readListTarget(text), tools.find((one) => one.id === id)];
    if (known !== undefined || target === null || tool === undefined) continue;
    const [item] = listItems([target], [tool]);
    if (item !== undefined) questions.set(`${id} ${text}`, { ...item, open: new Map([[place, position]]) });
  }
  return [...questions.values()];
}

/** The calls with which a list is run. */
export function questionCalls(parts: QuestionParts) {
  const { service, places, end } = parts;
  const endAll = async ({ open }: ListQuestion, outcomes: readonly ListedOutcome[]) => {
    for (const outcome of outcomes) {
      const place = outcome.place ?? null;
      const position = open.get(place);
      if (position !== undefined) await end(position, outcome);
      open.delete(place);
    }
  };
  return {
    /** How long no other question may be asked: agents do not answer as often as one likes. */
    pauseMs: ({ open }: ListQuestion): number => {
      const isAsked = [...open.keys()].some((id) => id !== null && places?.hub.presence(id) != null);
      return isAsked ? PLACES_PAUSE_MS : 0;
    },
    async lookUp(question: ListQuestion): Promise<EndedQuestion> {
      const from = [...question.open.keys()].flatMap((place) => place ?? []);
      if (from.length === 0) return lookUpHere(service, question, parts);
      const answers = await answersAt(question, from, parts);
      const of = { target: question.target.target, tool: question.tool.id };
      const later = answers.filter((answer) => isToBeRepeated(answer, parts));
      await endAll(
        question,
        answers.filter((answer) => !later.includes(answer)).map((answer) => placedOutcome(of, answer)),
      );
      const ended = later.map((answer) => placedOutcome(of, answer));
      return { ended, code: ended.length > 0 ? 'busy' : null, retryAfterSeconds: null };
    },
    onEnd: (question: ListQuestion, { ended }: EndedQuestion) => endAll(question, ended),
  };
}

/** A fresh cached answer is used if there is one. */
async function lookUpHere(
  service: Service,
  { tool, question, target: { target } }: ListQuestion,
  { party, signal }: Pick<QuestionParts, 'party' | 'signal'>,
): Promise<EndedQuestion> {
  const result = await (async () => {
    const request = service.check(tool, question);
    return service.answerInList(tool, request, await service.plan(tool, request), {
      client: listClient(party),
      signal,
    });
  })().catch((error: unknown) => {
    signal.throwIfAborted();
    return failureResult(translateFailure(error));
  });
  const outcome = JSON.parse(result.body) as ListOutcome['outcome'];
  const { code, retryAfterSeconds } = result;
  const reason = outcome.success ? undefined : outcome.reason;
  return { ended: [{ target, tool: tool.id, outcome }], code, reason, retryAfterSeconds };
}

async function answersAt(
  { tool, question: query }: ListQuestion,
  from: readonly string[],
  parts: QuestionParts,
): Promise<readonly PlaceAnswer[]> {
  const { signal } = parts;
  try {
    return await askInBackground(parts, { tool, query, from }, parts);
  } catch (error) {
    signal.throwIfAborted();
    const { code, reason } = translateFailure(error);
    return from.map((place) => ({ place, state: 'failure', data: null, code, reason, measuredMs: null }));
  }
}

function isToBeRepeated({ place, state, code, reason }: PlaceAnswer, { isYoung }: QuestionParts): boolean {
  if (state === 'offline') return place !== SELF && isYoung();
  return (
    state === 'busy' ||
    isLimited({ code: code as FailureCode | null, reason: (reason ?? undefined) as FailureReason | undefined })
  );
}

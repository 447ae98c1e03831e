// summary/: what a reader with little room is told of an answer, such as an agent.
import { headlinesOf } from '../answers/headlines.ts';
import type { CheckResult, Verdict } from '../finding/check-result.ts';
import type { Finding } from '../finding/finding.ts';
import { remedyParts } from '../finding/remedy-parts.ts';
import { countOfChecks } from '../finding/verdict.ts';
import type { ToolId } from '../tools/index.ts';
import { bytesOf, shortened } from './shortened.ts';

type Answer = Readonly<Record<string, unknown>>;

/** A finding; in a report with its tool. */
type Asking = Finding & { readonly tool?: string };

/** The judgement in an answer; other answers, such as those on lists, have none. */
interface Judged {
  readonly verdict?: Verdict;
  readonly checks?: readonly CheckResult[];
  readonly findings?: readonly Asking[];
}

/**
 * What an agent is sent of an answer by default: with the notice and the names around it at most 600 tokens, also of answers full of
 * identifiers, which have fewer than four bytes a token.
 */
export const SUMMARY_BYTES = 1_750;
/** Left for the counts of what is not shown, and for the names of the fields. */
const AROUND_BYTES = 260;
/** Checks take at most this share of the room, since remedies matter more. */
const SHARE_OF_CHECKS = 0.3;

/**
 * The summary of an answer in at most `maxBytes` bytes of JSON: the verdict, the checks that are not good, what to do about
 * them, and the answer itself if there is room, or else its main facts. A remedy is never cut: half of one could do harm.
 */
export function answerSummary(id: string, data: Answer, maxBytes: number): object {
  const { verdict, checks, findings, ...answer } = data as Judged & Answer;
  let room = maxBytes - AROUND_BYTES;
  const fits = (value: unknown): boolean => {
    const bytes = bytesOf(value) + 1;
    if (bytes > room) return false;
    room -= bytes;
    return true;
  };
  if (verdict === undefined || checks === undefined || findings === undefined) {
    return { answer: shortened(data, room), more: MORE };
  }
  const remaining = room * (1 - SHARE_OF_CHECKS);
  const open = checks
    .filter(({ state }) => state !== 'good')
    .map(({ title, state, summary }) => ({ title, state, summary }));
  const shownChecks = open.filter((one) => room - bytesOf(one) > remaining && fits(one));
  const asking = findings.filter(({ fix }) => fix !== null);
  const remedies = asking.flatMap((one) => wordings(one).find(fits) ?? []);
  const said = { verdict, checks: countOfChecks(checks), notGood: shownChecks, remedies };
  const left = {
    ...counted('checks', open.length - shownChecks.length),
    ...counted('remedies', asking.length - remedies.length),
  };
  const rest = fits(answer) ? { answer } : factsOf(id, answer, fits);
  return { ...said, ...rest, ...(Object.keys(left).length > 0 ? { notShown: left } : {}), more: MORE };
}

const MORE = 'detail "full" returns all of it.';

const counted = (name: string, count: number) => (count > 0 ? { [name]: count } : {});

/** The ways to write a finding, the longest first. */
function wordings({ code, state, about, evidence, fix, tool }: Asking): readonly object[] {
  const short = fix === null ? null : remedyParts(fix).text;
  const named = { ...(tool === undefined ? {} : { tool }), code, state };
  return [
    { ...named, about, evidence, fix },
    { ...named, about, evidence, fix: short },
    { ...named, about, fix: short },
    { ...named, about },
    named,
  ];
}

function factsOf(id: string, answer: Answer, fits: (value: unknown) => boolean): object {
  const facts = headlinesOf(id as ToolId, answer).flatMap(({ label, value }) =>
    fits([label, value]) ? [[label, value]] : [],
  );
  const { gaps, checkedAt } = answer;
  return {
    ...(facts.length > 0 ? { facts: Object.fromEntries(facts) } : {}),
    ...(Array.isArray(gaps) && gaps.length > 0 ? { gaps: gaps.filter(fits) } : {}),
    ...(checkedAt === undefined ? {} : { checkedAt }),
  };
}

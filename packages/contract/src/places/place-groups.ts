import { factLabel } from '../answers/change-labels.ts';
import { compareFacts } from '../answers/compare.ts';
import type { FactValue } from '../fact/fact.ts';
import { verdicts } from '../finding/check-result.ts';
import { verdictWords } from '../finding/verdict-words.ts';
import { counted } from '../text/counted.ts';
import { formatUtc } from '../text/format-utc.ts';
import type { ToolId } from '../tools/index.ts';
import type { PlaceAnswerRead } from './place-rows.ts';
import { zoneReason } from './zone-reason.ts';

/** Places whose answers state the same facts. */
export interface GroupRead {
  readonly places: readonly string[];
  readonly facts: Readonly<Record<string, unknown>>;
}

/** A group as a reader sees it. */
export interface ShownGroup {
  readonly places: readonly string[];
  /** The facts in which the groups differ, with the values that this one has. */
  readonly differs: readonly { readonly label: string; readonly value: string }[];
  /** Why it differs from the first group, as far as the answers prove it; null if they do not, and for the first. */
  readonly reason: string | null;
}

const MOST_FACTS = 6;

/** The groups with the facts that set them apart, in the order of the server: the largest first. */
export function shownGroups(
  tool: ToolId,
  groups: readonly GroupRead[],
  answers: readonly PlaceAnswerRead[],
): readonly ShownGroup[] {
  const [most] = groups;
  if (most === undefined) return [];
  const differing = [...new Set(groups.slice(1).flatMap((one) => changedPaths(most, one)))];
  const answerOf = ({ places }: GroupRead) => answers.find(({ place }) => place === places[0])?.data ?? null;
  return groups.map((group, index) => ({
    places: group.places,
    differs: differing
      .slice(0, MOST_FACTS)
      .map((path) => ({ label: factLabel(tool, path), value: inWords(group.facts[path]) })),
    reason: index === 0 || tool !== 'dns' ? null : zoneReason(answerOf(most), answerOf(group)),
  }));
}

const changedPaths = (a: GroupRead, b: GroupRead) =>
  compareFacts(factsOf(a), factsOf(b)).changes.map(({ path }) => path);

const factsOf = ({ facts }: GroupRead) => new Map(Object.entries(facts) as [string, FactValue][]);

function inWords(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  return value === null || value === undefined ? 'none' : formatUtc(String(value));
}

/**
 * What the comparison shows, in up to three sentences. Places without an answer are counted apart: they say nothing about
 * what the others see. That a name does not exist is an answer, but there are no records to compare.
 */
export function placesSentence(
  tool: ToolId,
  groups: readonly GroupRead[],
  answers: readonly PlaceAnswerRead[],
): string {
  const answered = groups.reduce((sum, { places }) => sum + places.length, 0);
  const denied = answers.filter(({ reason }) => reason === 'nxdomain').length;
  const missing = answers.length - answered - denied;
  const rest = [
    ...(denied === 0 ? [] : [`At ${counted(denied, 'place')} the name does not exist.`]),
    ...(missing === 0 ? [] : [`${counted(missing, 'place')} gave no answer, which is not counted.`]),
  ];
  if (answered > 1) return [...compared(tool, groups, { answered, answers }), ...rest].join(' ');
  if (answered === 1) return ['One place answered, so there is nothing to compare.', ...rest].join(' ');
  return denied > 0 ? rest.join(' ') : 'No place gave an answer.';
}

/** `3 Good, 1 Broken`; null if they are all the same. */
function differingVerdicts(answers: readonly PlaceAnswerRead[]): string | null {
  const all = answers.flatMap(({ state, data }) => (state === 'answer' ? (data?.['verdict'] ?? []) : []));
  const counts = verdicts
    .map((verdict) => ({ verdict, count: all.filter((one) => one === verdict).length }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
  if (counts.length < 2) return null;
  return counts.map(({ verdict, count }) => `${count} ${verdictWords[verdict]}`).join(', ');
}

const seen: Partial<Readonly<Record<ToolId, string>>> = {
  dns: 'get the same records',
  ssl: 'see the same TLS server',
  ping: 'have the same result, times apart',
  traceroute: 'have the same result, times apart',
};

interface Answered {
  readonly answered: number;
  readonly answers: readonly PlaceAnswerRead[];
}

function compared(tool: ToolId, groups: readonly GroupRead[], { answered, answers }: Answered): string[] {
  const differ = differingVerdicts(answers);
  // Only facts that all have are compared: a verdict may come from others.
  if (groups.length === 1 && differ !== null)
    return [`The verdicts of ${answered} places differ (${differ}); the facts that all of them have are the same.`];
  return [factsCompared(tool, groups, answered), ...(differ === null ? [] : [`The verdicts differ: ${differ}.`])];
}

function factsCompared(tool: ToolId, groups: readonly GroupRead[], answered: number): string {
  const others = tool === 'ssl' ? otherCertificates(groups) : 0;
  if (others > 0) return `${others} of ${answered} places ${others === 1 ? 'sees' : 'see'} another certificate.`;
  const same = seen[tool] ?? 'state the same facts';
  const [most] = groups;
  if (most === undefined || groups.length === 1) return `All ${answered} places that answered ${same}.`;
  if (most.places.length === 1) return `No two of the ${answered} places that answered ${same}.`;
  return `${most.places.length} of ${answered} places ${same}.`;
}

/** How many places see another certificate than most do. */
function otherCertificates(groups: readonly GroupRead[]): number {
  const counts = new Map<string, number>();
  for (const { facts, places } of groups) {
    const { certificate } = facts as { readonly certificate?: unknown };
    if (typeof certificate === 'string') counts.set(certificate, (counts.get(certificate) ?? 0) + places.length);
  }
  const all = [...counts.values()];
  return all.reduce((sum, count) => sum + count, 0) - Math.max(0, ...all);
}

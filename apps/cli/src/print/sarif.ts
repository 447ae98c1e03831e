import { explanationOf } from '@sonde/contract/answers/explanations';
import { sarifMessage } from '@sonde/contract/escaping/sarif-message';
import type { Finding, FindingState } from '@sonde/contract/finding/finding';
import { findingsOf, type PrintedLookup, type Result } from './lookup-result.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

type Level = 'error' | 'warning' | 'note' | 'none';
type Kind = 'pass' | 'open' | 'fail';

/** SARIF 2.1.0, 3.27.9 and 3.27.10: only what fails has a level; `open` is what could not be determined. */
const verdicts: Readonly<Record<FindingState, { readonly kind: Kind; readonly level: Level }>> = {
  good: { kind: 'pass', level: 'none' },
  note: { kind: 'fail', level: 'note' },
  unknown: { kind: 'open', level: 'none' },
  warn: { kind: 'fail', level: 'warning' },
  bad: { kind: 'fail', level: 'error' },
};

/**
 * A SARIF 2.1.0 log (OASIS) with one run, of one or more lookups: each finding a result, each gap and each failure a
 * notification of its lookup. `incomplete` says why results are missing.
 */
export function toSarif(results: readonly Result[], runId: string, incomplete: string | null = null): object {
  const found = results.flatMap((result) => findingsOf(result).map((finding) => ({ finding, lookup: result })));
  const codes = [...new Set(found.map(({ finding }) => finding.code))];
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Sonde', rules: codes.map(ruleOf) } },
        automationDetails: { id: runId },
        invocations: [...results.map(invocationOf), ...(incomplete === null ? [] : [stoppedEarly(incomplete)])],
        results: found.map(({ finding, lookup }) => resultOf(finding, codes.indexOf(finding.code), lookup)),
      },
    ],
  };
}

/** Rules for what `sonde check` was asked to find. */
const ownRules: Readonly<Record<string, string>> = {
  'policy-missed': 'The value does not meet the policy.',
  'changed-since-baseline': 'The value differs from the baseline.',
};

function ruleOf(code: string) {
  const explained = explanationOf(code);
  if (explained === null) {
    const text = ownRules[code];
    return text === undefined ? { id: code } : { id: code, shortDescription: { text } };
  }
  const { title, meaning, importance, effect, remedies, source } = explained;
  return {
    id: code,
    shortDescription: { text: `${title}.` },
    fullDescription: { text: meaning },
    help: { text: [meaning, importance, effect, remedyText(remedies)].join('\n') },
    helpUri: source.url,
  };
}

function remedyText(remedies: Readonly<Record<string, string>> | string): string {
  if (typeof remedies === 'string') return remedies;
  return Object.entries(remedies)
    .map(([place, text]) => `${place}: ${text}`)
    .join('\n');
}

function resultOf({ code, state, about, evidence, fix }: Finding, ruleIndex: number, { id, target }: PrintedLookup) {
  return {
    ruleId: code,
    ruleIndex,
    ...verdicts[state],
    message: messageOf([`${about}: ${evidence}`, ...(fix === null ? [] : [fix])].join('\n')),
    locations: [
      {
        // A target is not a file. Readers that only show files use it as a file name; a colon in it must not be taken for a
        // scheme.
        physicalLocation: { artifactLocation: { uri: encodeURIComponent(target) } },
        logicalLocations: [{ name: about, kind: 'resource' }],
      },
    ],
    // Includes the lookup: several targets may have the same finding about the same server, and each must be listed.
    partialFingerprints: { 'finding/v2': `${id}/${target}/${code}/${about}` },
  };
}

const messageOf = (text: string) => ({ text: sarifMessage(text) });

function invocationOf(result: Result) {
  const isAnswered = result.kind === 'answer';
  const which = `${result.id} ${result.target}`;
  const gaps = isAnswered ? result.answer.gaps : [];
  const notes = gaps.map(({ part, code }) => ({
    level: 'warning',
    message: messageOf(`${which}: Not measured: ${part} (${code}).`),
  }));
  const failure = isAnswered ? [] : [{ level: 'error', message: messageOf(`${which}: ${result.error.message}`) }];
  return {
    executionSuccessful: isAnswered,
    endTimeUtc: result.endedAt,
    toolExecutionNotifications: [...notes, ...failure],
  };
}

const stoppedEarly = (text: string) => ({
  executionSuccessful: false,
  toolExecutionNotifications: [{ level: 'error', message: messageOf(text) }],
});

/** Names the run of one lookup. */
export const runIdOf = ({ id, target }: { readonly id: string; readonly target: string }) =>
  `sonde/${id}/${encodeURIComponent(target)}`;

import { report } from '../report/report.ts';
import { formatUtc } from '../text/format-utc.ts';
import { type ToolId, tools } from '../tools/index.ts';
import { isToolId } from '../tools/modules.ts';
import { certificates } from '../watch/certificates/watched-certificates.ts';
import { unexpectedText } from '../watch/certificates/words.ts';
import { type ChangedPlaces, changedPlacesText } from '../watch/changed-places.ts';
import type { ChangeKind, WatchedValue } from '../watch/watch.ts';
import { inWords } from './change-words.ts';
import { changeOf } from './compare.ts';

/** A change of a watch as it is stored. */
interface StoredChange {
  readonly kind: ChangeKind;
  readonly path: string;
  readonly before: WatchedValue;
  readonly after: WatchedValue;
  /** Where it was measured; null or absent for the server alone. */
  readonly places?: ChangedPlaces | null;
}

/** Texts for readers; both may quote texts of others. */
export interface WatchWords {
  /** What has changed. */
  readonly label: string;
  /** How it was, and how it is. */
  readonly text: string;
}

/** Describes a change of a watch of this tool, or of a watch of a report, in which the path begins with the tool that has found it. */
export function watchWords(tool: WatchedId, { places = null, ...change }: StoredChange): WatchWords {
  const words = ofOnePlace(tool, change);
  if (places === null) return words;
  const wordsOf = (values: Pick<StoredChange, 'before' | 'after'>) => ofOnePlace(tool, { ...change, ...values }).text;
  return { label: words.label, text: changedPlacesText(change.kind, places, wordsOf) };
}

function ofOnePlace(tool: WatchedId, change: StoredChange): WatchWords {
  if (tool === certificates.id) return certificateWords(change);
  if (tool !== report.id) return wordsOf(tool, change);
  const [part = '', ...path] = change.path.split('/');
  if (isToolId(part)) {
    const { label, text } = wordsOf(part, { ...change, path: path.join('/') });
    return { label: `${tools[part].title}: ${label}`, text };
  }
  const parts = String(change.kind === 'back' ? change.before : change.after);
  const text = change.kind === 'back' ? `Can be measured again: ${parts}.` : `Cannot be measured: ${parts}.`;
  return { label: 'Measurement', text };
}

/** What can be watched: a tool, the report, which is several of them, or the certificates of a domain in the logs. */
export type WatchedId = ToolId | typeof report.id | typeof certificates.id;

/** Whether there is such a tool, or it is one of the others. */
export const isWatchedId = (id: string): id is WatchedId => id === report.id || id === certificates.id || isToolId(id);

/** About the measurement itself; null if the change is about what was measured. */
function measurementWords({ kind, after }: StoredChange): WatchWords | null {
  if (kind === 'cannot-measure') return { label: 'Measurement', text: `It cannot be measured (${String(after)}).` };
  return kind === 'back' ? { label: 'Measurement', text: 'It can be measured again.' } : null;
}

const certificateWords = (change: StoredChange): WatchWords =>
  measurementWords(change) ?? { label: 'Unexpected certificate', text: unexpectedText(change.after) };

function wordsOf(tool: ToolId, change: StoredChange): WatchWords {
  const measurement = measurementWords(change);
  if (measurement !== null) return measurement;
  const { kind, path, before, after } = change;
  if (kind === 'ends') {
    const [, what = '', ...about] = path.split('/');
    return { label: `${capital(what)} of ${about.join('/')}`, text: `Ends on ${formatUtc(String(after))}.` };
  }
  if (kind === 'renewed') {
    const label = path === 'certificate' ? 'Certificate renewed' : 'Registration renewed';
    return { label, text: `Ends on ${formatUtc(String(after))} now; it was ${formatUtc(String(before))}.` };
  }
  if (path === 'exists')
    return { label: 'Existence', text: after === true ? 'It exists now.' : 'It no longer exists.' };
  const { label, text } = inWords(tool, changeOf(path.replace(/^chain\/.*/, 'chain'), before, after));
  return { label, text };
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

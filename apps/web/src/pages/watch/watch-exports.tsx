import { toCsv, toJson } from '@sonde/contract/table/formats';
import { formatUtc } from '@sonde/contract/text/format-utc';
import type { Watch } from '@sonde/contract/watch/watch';
import { saveFile } from '../../browser/page/save-file.ts';
import { toCalendarFile } from '../../ui/export/calendar-file.ts';
import { toastProblem } from '../../ui/feedback/announce.ts';
import { Download } from '../../ui/icons/lucide/download.ts';
import { lookOf } from './watch-words.ts';

export const changeTitles = ['When', 'What', 'How', 'Change', 'State'];
const WARN_DAYS = [7];

/** The changes as rows of a table, the newest first. */
export const changeRows = ({ changes }: Pick<Watch, 'changes'>): readonly string[][] =>
  changes.map((change) => [formatUtc(change.at), change.label, lookOf(change), change.text, change.state]);

/** The history of a watch as files, and what ends as a calendar. The feed of all watches is Atom. */
export function WatchExports({ watch }: { readonly watch: Watch }) {
  const name = `watch-${watch.tool}-${watch.target.replace(/[^\p{L}\p{N}.-]+/gu, '_')}`;
  const csv = () => {
    const table = { title: 'Changes', columns: changeTitles, rows: changeRows(watch) };
    saveFile(`${name}.csv`, 'text/csv', toCsv([table]));
  };
  const json = () => saveFile(`${name}.json`, 'application/json', toJson(watch));
  const calendar = () => {
    const [end] = watch.ends;
    if (end === undefined) return toastProblem('Nothing here ends at a known time.');
    const summary = `${end.kind === 'certificate' ? 'Certificate' : 'Registration'} of ${end.about} ends`;
    const event = {
      uid: `${watch.id}-${end.kind}-${end.about}`,
      summary,
      description: summary,
      url: location.href,
      at: new Date(end.ends),
      remindDaysBefore: WARN_DAYS,
    };
    saveFile(`${name}.ics`, 'text/calendar', toCalendarFile(event, new Date()));
  };
  return (
    <>
      {(
        [
          ['CSV', csv],
          ['JSON', json],
          ['Calendar', calendar],
        ] as const
      ).map(([label, run]) => (
        <button key={label} className="btn" type="button" aria-label={`Download ${label}`} onClick={run}>
          <Download className="i" />
          {label}
        </button>
      ))}
    </>
  );
}

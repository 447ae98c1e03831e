import type { AccountExport } from '@sonde/contract/account';
import { Download } from 'lucide-react';
import { toast } from '../../ui/announce.ts';
import { type ExportTable, toCsv } from '../../ui/export-formats.ts';
import { saveFile } from '../../ui/save-file.ts';
import { whenText } from './history-table.tsx';
import { readExport, textOf } from './kept.ts';

/** Everything that is kept, as a file. */
export function ExportKept() {
  async function save(write: (data: AccountExport) => void) {
    try {
      write(await readExport());
    } catch (error) {
      toast(textOf(error));
    }
  }
  const saveJson = (data: AccountExport) =>
    saveFile('history.json', 'application/json', `${JSON.stringify(data, null, 2)}\n`);
  const saveCsv = (data: AccountExport) => saveFile('history.csv', 'text/csv', toCsv(tablesOf(data)));
  return (
    <>
      <button className="btn" type="button" onClick={() => save(saveJson)}>
        <Download className="i" />
        Export JSON
      </button>
      <button className="btn" type="button" onClick={() => save(saveCsv)}>
        <Download className="i" />
        Export CSV
      </button>
    </>
  );
}

function tablesOf({ history, targets }: AccountExport): readonly ExportTable[] {
  return [
    {
      title: 'History',
      titles: ['Tool', 'Target', 'When', 'Failure'],
      rows: history.map((entry) => [entry.tool, entry.target, whenText(entry), entry.failure ?? '']),
    },
    {
      title: 'Saved targets',
      titles: ['Target', 'Note', 'Saved'],
      rows: targets.map(({ target, note, savedAt }) => [target, note, savedAt]),
    },
  ];
}

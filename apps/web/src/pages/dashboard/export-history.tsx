import type { AccountExport } from '@sonde/contract/account';
import { toCsv, toJson } from '@sonde/contract/table/formats';
import type { Table } from '@sonde/contract/table/table';
import { readExport } from '../../browser/accounts/account-data.ts';
import { textOf } from '../../browser/api/ask-error-text.ts';
import { saveFile } from '../../browser/page/save-file.ts';
import { toast } from '../../ui/feedback/announce.ts';
import { Download } from '../../ui/icons/lucide/download.ts';
import { whenText } from './history-table.tsx';

/** Buttons that export the account's data. */
export function ExportHistory() {
  async function save(write: (data: AccountExport) => void) {
    try {
      write(await readExport());
    } catch (error) {
      toast(textOf(error));
    }
  }
  const saveJson = (data: AccountExport) => saveFile('history.json', 'application/json', toJson(data));
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

function tablesOf({ history, targets }: AccountExport): readonly Table[] {
  return [
    {
      title: 'History',
      columns: ['Tool', 'Target', 'When', 'Failure'],
      rows: history.map((entry) => [entry.tool, entry.target, whenText(entry), entry.failure ?? '']),
    },
    {
      title: 'Saved targets',
      columns: ['Target', 'Note', 'Saved'],
      rows: targets.map(({ target, note, savedAt }) => [target, note, savedAt]),
    },
  ];
}

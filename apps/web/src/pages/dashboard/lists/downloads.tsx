import type { ListState } from '@sonde/contract/lists/list-calls';
import { listTable } from '@sonde/contract/lists/list-outcome';
import { toCsv, toJson } from '@sonde/contract/table/formats';
import { readAnswers } from '../../../browser/accounts/list-data.ts';
import { saveBlob, saveFile } from '../../../browser/page/save-file.ts';
import { ErrorBox } from '../../../ui/feedback/error-box.tsx';
import { Download } from '../../../ui/icons/lucide/download.ts';
import { useChange } from '../use-change.ts';
import { nameOfList } from './list-words.ts';

/** Downloads of a list: the tables on the page, and every answer. */
export function Downloads({ state }: { readonly state: ListState }) {
  const { busy, problem, attempt } = useChange();
  const name = fileNameOf(nameOfList(state));
  return (
    <>
      <div className="acts">
        <button
          className="btn"
          type="button"
          onClick={() => saveFile(`${name}.csv`, 'text/csv', toCsv([listTable(state)]))}
        >
          <Download className="i" />
          CSV
        </button>
        <button
          className="btn"
          type="button"
          onClick={() => saveFile(`${name}.json`, 'application/json', toJson(state))}
        >
          <Download className="i" />
          JSON
        </button>
        <button
          className="btn"
          type="button"
          disabled={busy}
          onClick={() => attempt(async () => saveBlob(`${name}.ndjson`, await readAnswers(state.id)), null)}
        >
          <Download className="i" />
          All answers (NDJSON)
        </button>
      </div>
      {problem && <ErrorBox message={problem} />}
    </>
  );
}

/** Leaves only characters that are valid in file names on every system. */
const fileNameOf = (name: string) =>
  name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replaceAll(/^[-.]+|[-.]+$/g, '') || 'list';

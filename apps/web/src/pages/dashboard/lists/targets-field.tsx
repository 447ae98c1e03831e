import { MAX_LIST_BYTES, MAX_LIST_NAME } from '@sonde/contract/lists/list-calls';
import { MAX_LIST_TARGETS, type ReadList } from '@sonde/contract/lists/read-list';
import { counted } from '@sonde/contract/text/counted';
import { type ChangeEvent, useId, useState } from 'react';
import { ErrorBox } from '../../../ui/feedback/error-box.tsx';
import { BadLines } from './bad-lines.tsx';

export interface ListDraft {
  readonly text: string;
  readonly name: string;
  /** Whether lines without a target are left out. */
  readonly leavesOut: boolean;
}

export interface TargetsFieldProps {
  readonly draft: ListDraft;
  /** The parsed text. */
  readonly list: ReadList;
  /** Takes a function, because the draft may be edited while a file is read. */
  onEdit(edit: (before: ListDraft) => Partial<ListDraft>): void;
}

/** The targets, pasted or from a file, with what was recognised in them, and the name of the list. */
export function TargetsField({ draft, list: { targets, badLines }, onEdit }: TargetsFieldProps) {
  const help = useId();
  const [problem, setProblem] = useState<string | null>(null);

  async function upload({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    // Otherwise the same file could not be chosen again.
    target.value = '';
    if (file === undefined) return;
    const isTooLarge = file.size > MAX_LIST_BYTES;
    setProblem(isTooLarge ? `${file.name} is too large for a list.` : null);
    if (isTooLarge) return;
    try {
      const text = await file.text();
      onEdit(({ name }) => ({ text, leavesOut: false, name: name || withoutEnding(file.name) }));
    } catch {
      setProblem(`${file.name} could not be read.`);
    }
  }
  return (
    <>
      <p id={help}>
        One target per line. In a table, the first cell with a name or an address counts. At most{' '}
        {MAX_LIST_TARGETS.toLocaleString('en')} targets.
      </p>
      <textarea
        aria-label="Names and addresses"
        aria-describedby={help}
        placeholder={'example.com\n192.0.2.1'}
        rows={5}
        spellCheck={false}
        autoCapitalize="none"
        value={draft.text}
        onChange={(event) => onEdit(() => ({ text: event.target.value }))}
      />
      <div className="kept-filter">
        <label className="file">
          From a file
          <input type="file" accept=".csv,.txt,text/csv,text/plain" onChange={upload} />
        </label>
        <input
          aria-label="Name of the list"
          placeholder="Name of the list"
          maxLength={MAX_LIST_NAME}
          autoComplete="off"
          value={draft.name}
          onChange={(event) => onEdit(() => ({ name: event.target.value }))}
        />
      </div>
      {problem && <ErrorBox message={problem} />}
      {draft.text.trim() !== '' && <p role="status">{counted(targets.length, 'target')} found.</p>}
      {badLines.length > 0 && (
        <BadLines
          lines={badLines}
          isLeftOut={draft.leavesOut}
          onLeaveOut={(leavesOut) => onEdit(() => ({ leavesOut }))}
        />
      )}
    </>
  );
}

const withoutEnding = (file: string) => file.replace(/\.\w{1,4}$/, '').slice(0, MAX_LIST_NAME);

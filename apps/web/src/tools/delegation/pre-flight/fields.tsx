import { useId, useLayoutEffect } from 'react';
import { adoptSheet } from '../../../browser/page/adopt-sheet.ts';
import { CircleAlert } from '../../../ui/icons/lucide/circle-alert.ts';
import { type PastedField, readPastedDs, readPastedServers } from './pasted.ts';
import sheet from './pre-flight.css?inline';
import { type Entries, problemOf } from './use-pre-flight.ts';

export interface FieldsProps {
  readonly entries: Entries;
  /** Whether problems are shown. */
  readonly isTold: boolean;
  onChange(entries: Entries): void;
}

const entry = (text: string, read: (text: string) => PastedField) => ({ text, read: read(text) });

/** The inputs have no names, so that a form submitted before the script is loaded sends only the domain. */
export function Fields({ entries, isTold, onChange }: FieldsProps) {
  useLayoutEffect(() => adoptSheet(sheet), []);
  const { servers, ds } = entries;
  useLayoutEffect(() => {
    if (servers.read !== null && ds.read !== null) return;
    onChange({ servers: entry(servers.text, readPastedServers), ds: entry(ds.text, readPastedDs) });
  }, [servers, ds, onChange]);
  return (
    <div className="fields">
      <Field
        label="Name servers"
        help="One per line, with the address if it is not published yet. They are queried instead of the servers in the delegation."
        placeholder={'ns1.example.net/192.0.2.1\nns2.example.net'}
        value={servers.text}
        problem={isTold ? problemOf(servers) : null}
        onChange={(text) => onChange({ ...entries, servers: entry(text, readPastedServers) })}
      />
      <Field
        label="DS records"
        help="As your registrar or signer shows them. They are used instead of the parent’s DS records."
        placeholder="example.com. IN DS 34505 13 2 E06D44B8…"
        value={ds.text}
        problem={isTold ? problemOf(ds) : null}
        onChange={(text) => onChange({ ...entries, ds: entry(text, readPastedDs) })}
      />
      <button className="chip" type="button" onClick={({ currentTarget }) => currentTarget.form?.requestSubmit()}>
        Test before publishing
      </button>
    </div>
  );
}

interface FieldProps {
  readonly label: string;
  readonly help: string;
  readonly placeholder: string;
  readonly value: string;
  readonly problem: string | null;
  onChange(value: string): void;
}

const ROWS = 3;
const MAX_ROWS = 10;

function Field({ label, help, placeholder, value, problem, onChange }: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={Math.min(MAX_ROWS, Math.max(ROWS, value.split('\n').length))}
        value={value}
        placeholder={placeholder}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          // Enter alone starts a new line.
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
        }}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? `${id}-help` : `${id}-problem`}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      {problem === null ? (
        <p id={`${id}-help`}>{help}</p>
      ) : (
        <p className="msg" id={`${id}-problem`} role="alert">
          <CircleAlert className="i" />
          {problem}
        </p>
      )}
    </div>
  );
}

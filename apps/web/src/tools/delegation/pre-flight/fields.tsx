import { useId, useLayoutEffect } from 'react';
import { adoptSheet } from '../../../browser/page/adopt-sheet.ts';
import { CircleAlert } from '../../../ui/icons/lucide/circle-alert.ts';
import sheet from './pre-flight.css?inline';
import type { Problems, Texts } from './use-pre-flight.ts';

export interface FieldsProps {
  readonly texts: Texts;
  readonly problems: Problems;
  onChange(texts: Texts): void;
}

/** The inputs have no names, so that a form submitted before the script is loaded sends only the domain. */
export function Fields({ texts, problems, onChange }: FieldsProps) {
  useLayoutEffect(() => adoptSheet(sheet), []);
  return (
    <div className="fields">
      <Field
        label="Name servers"
        help="One per line, with the address if it is not published yet. They are queried instead of the servers in the delegation."
        placeholder={'ns1.example.net/192.0.2.1\nns2.example.net'}
        value={texts.servers}
        problem={problems.servers}
        onChange={(servers) => onChange({ ...texts, servers })}
      />
      <Field
        label="DS records"
        help="As your registrar or signer shows them. They are used instead of the parent’s DS records."
        placeholder="example.com. IN DS 34505 13 2 E06D44B8…"
        value={texts.ds}
        problem={problems.ds}
        onChange={(ds) => onChange({ ...texts, ds })}
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

import { keyOfUnexpected } from '@sonde/contract/watch/certificates/words';
import type { Watch } from '@sonde/contract/watch/watch';
import { type FormEvent, useId, useState } from 'react';
import { editWatch } from '../../browser/accounts/watch-data.ts';
import { ErrorBox } from '../../ui/feedback/error-box.tsx';
import { ShieldCheck } from '../../ui/icons/lucide/shield-check.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';
import { useChange } from '../dashboard/use-change.ts';

const FIELDS = [
  ['keys', 'Keys', 'SHA-256 of the public key, one a line'],
  ['issuers', 'Issuers', 'One a line, such as letsencrypt.org or Let’s Encrypt'],
  ['accounts', 'Accounts', 'accounturi of your CAA records, one a line'],
] as const;
type Field = (typeof FIELDS)[number][0];

const linesOf = (list: string | undefined) =>
  (list ?? '')
    .split(/[;\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** What the owner of a watch of certificates expects: named here, or taken from a certificate that was told. */
export function ExpectedCertificates({ watch }: { readonly watch: Watch }) {
  const { busy, problem, attempt } = useChange();
  const { id, query, target } = watch;
  const save = (lists: Readonly<Record<Field, readonly string[]>>, isCaaEnough: boolean) => {
    const named = FIELDS.flatMap(([field]) => (lists[field].length > 0 ? [[field, lists[field].join(';')]] : []));
    const edited = { ...Object.fromEntries(named), domain: target, ...(isCaaEnough && { caa: 'enough' }) };
    return attempt(() => editWatch(id, { query: edited }), 'Saved: it counts from the next look at the logs on');
  };
  const stored = {
    keys: linesOf(query['keys']),
    issuers: linesOf(query['issuers']),
    accounts: linesOf(query['accounts']),
  };
  const isCaaEnough = query['caa'] === 'enough';
  const expectKey = (key: string) => save({ ...stored, keys: [...stored.keys, key] }, isCaaEnough);
  return (
    <Panel title="Expected certificates" icon={ShieldCheck} note="everything else in the logs is told once">
      <div className="expected">
        <p>
          A certificate is expected if a web server of its names presents its key, or if you name its key, its issuer or
          the account that has ordered it. Which account that was cannot be seen in a certificate: an account counts if
          your CAA records bind the issuer to it.
        </p>
        <p>
          Servers are asked on port 443 only: of a certificate for mail or for another port, name the key or the issuer.
        </p>
        {problem && <ErrorBox message={problem} />}
        <ToldCertificates watch={watch} known={stored.keys} busy={busy} onExpect={expectKey} />
        <ExpectedForm key={JSON.stringify(query)} stored={stored} isCaaEnough={isCaaEnough} busy={busy} onSave={save} />
      </div>
    </Panel>
  );
}

interface ToldProps {
  readonly watch: Watch;
  readonly known: readonly string[];
  readonly busy: boolean;
  onExpect(key: string): void;
}

/** Certificates that were told and whose keys are not among the expected ones, each with a button. */
function ToldCertificates({ watch: { changes }, known, busy, onExpect }: ToldProps) {
  const told = changes.flatMap(({ id, kind, path, after }) => {
    const key = kind === 'unexpected' ? keyOfUnexpected(after) : null;
    return key === null || known.includes(key) ? [] : [{ id, key, serial: path.split('/')[1] ?? '' }];
  });
  if (told.length === 0) return null;
  return (
    <ul>
      {told.map(({ id, key, serial }) => (
        <li key={id}>
          Serial number {visibleText(serial)}{' '}
          <button
            className="btn"
            type="button"
            aria-label={`Expect the key of ${serial}`}
            disabled={busy}
            onClick={() => onExpect(key)}
          >
            It is ours: expect its key
          </button>
        </li>
      ))}
    </ul>
  );
}

interface FormProps {
  readonly stored: Readonly<Record<Field, readonly string[]>>;
  readonly isCaaEnough: boolean;
  readonly busy: boolean;
  onSave(lists: Readonly<Record<Field, readonly string[]>>, isCaaEnough: boolean): void;
}

function ExpectedForm({ stored, isCaaEnough, busy, onSave }: FormProps) {
  const id = useId();
  const [texts, setTexts] = useState<Readonly<Record<Field, string>>>({
    keys: stored.keys.join('\n'),
    issuers: stored.issuers.join('\n'),
    accounts: stored.accounts.join('\n'),
  });
  const [isEnough, setEnough] = useState(isCaaEnough);
  function submit(event: FormEvent) {
    event.preventDefault();
    const { keys, issuers, accounts } = texts;
    onSave({ keys: linesOf(keys), issuers: linesOf(issuers), accounts: linesOf(accounts) }, isEnough);
  }
  return (
    <form className="expected-form" onSubmit={submit}>
      {FIELDS.map(([field, title, hint]) => (
        <div key={field}>
          <label className="field-title" htmlFor={`${id}-${field}`}>
            {title}
          </label>
          <textarea
            className="expected-list"
            id={`${id}-${field}`}
            rows={2}
            placeholder={hint}
            autoCapitalize="none"
            spellCheck={false}
            value={texts[field]}
            onChange={({ target: { value } }) => setTexts({ ...texts, [field]: value })}
          />
        </div>
      ))}
      <div className="choice">
        <input
          id={`${id}-caa`}
          type="checkbox"
          checked={isEnough}
          onChange={({ target: { checked } }) => setEnough(checked)}
        />
        <label htmlFor={`${id}-caa`}>Every issuer that the CAA records allow is expected</label>
      </div>
      <button className="btn" type="submit" disabled={busy}>
        Save
      </button>
    </form>
  );
}

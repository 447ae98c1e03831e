import { MadeSnapshot } from '@sonde/contract/snapshots/snapshot';
import { withoutContacts } from '@sonde/contract/snapshots/withheld';
import { counted } from '@sonde/contract/text/counted';
import { useEffect, useId, useRef, useState } from 'react';
import { useAuth } from '../../browser/accounts/auth.ts';
import { askApi } from '../../browser/api/ask.ts';
import { textOf } from '../../browser/api/ask-error-text.ts';
import type { Keepable, Receipt } from '../../browser/api/receipts.ts';
import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import { siteConfig } from '../../browser/site-config.ts';
import { CopyButton } from '../../ui/export/copy-button.tsx';
import { announce } from '../../ui/feedback/announce.ts';
import { ErrorBox } from '../../ui/feedback/error-box.tsx';
import { digestOf } from './digest.ts';
import sheet from './keep.css?inline';

adoptSheet(sheet);

export interface KeepDialogProps extends Keepable {
  onClose(): void;
}

/** Asks how to keep a result, keeps it, and shows its links. */
export function KeepDialog({ receipts, target, onClose }: KeepDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const [made, setMade] = useState<MadeSnapshot | null>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const close = () => dialog.current?.close();
  return (
    <dialog ref={dialog} className="keep" aria-labelledby={heading} onClose={onClose}>
      <h2 id={heading}>{made === null ? 'Keep this result' : 'Kept'}</h2>
      {made === null ? (
        <Asking receipts={receipts} target={target} onMade={setMade} onCancel={close} />
      ) : (
        <Links made={made} onClose={close} />
      )}
    </dialog>
  );
}

interface AskingProps {
  readonly receipts: readonly Receipt[];
  readonly target: string | undefined;
  onMade(made: MadeSnapshot): void;
  onCancel(): void;
}

function Asking({ receipts, target, onMade, onCancel }: AskingProps) {
  const { user } = useAuth();
  const [hasContacts, setContacts] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const namesPersons = receipts.some(holdsContacts);
  const leaving = useRef(new AbortController());
  useEffect(() => () => leaving.current.abort(), []);

  async function keep() {
    const { signal } = leaving.current;
    setBusy(true);
    setProblem(null);
    try {
      const made = await askApi('/api/v2/snapshots', MadeSnapshot, {
        method: 'POST',
        body: bodyOf(receipts, target, hasContacts),
        signal,
      });
      if (signal.aborted) return;
      announce('Kept. The link is ready to be copied.');
      onMade(made);
    } catch (error) {
      setProblem(textOf(error));
      setBusy(false);
    }
  }
  const until =
    user === null ? `for ${counted(siteConfig.snapshotDays ?? 0, 'day')}` : 'until you delete it on your dashboard';
  return (
    <>
      <p>
        The result gets its own page, which shows it as it is now, with the time of the measurement and a signature of
        this site. Everybody who has the link can read it, {until}.
      </p>
      {namesPersons && (
        <label className="check">
          <input type="checkbox" checked={hasContacts} onChange={({ target: box }) => setContacts(box.checked)} />
          Include the contacts of the registration, and the servers’ original texts, which repeat them
        </label>
      )}
      {problem !== null && <ErrorBox message={problem} />}
      <div className="acts">
        <button className="btn btn-p" type="button" disabled={isBusy} onClick={keep}>
          Keep it
        </button>
        <button className="btn" type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </>
  );
}

function bodyOf(receipts: readonly Receipt[], target: string | undefined, contacts: boolean): object {
  const wanted = receipts.map(({ key, body }) => ({ key, sha256: digestOf(body) }));
  return target === undefined && wanted.length === 1
    ? { ...wanted[0], contacts }
    : { target: target ?? '', parts: wanted, contacts };
}

function holdsContacts({ tool, body }: Receipt): boolean {
  const { _data: answer } = body as { readonly _data?: unknown };
  if (typeof answer !== 'object' || answer === null) return false;
  return withoutContacts(tool, answer as Readonly<Record<string, unknown>>).fields.length > 0;
}

function Links({ made, onClose }: { readonly made: MadeSnapshot; onClose(): void }) {
  const link = new URL(made.path, location.href).href;
  return (
    <>
      <LinkField label="Link" value={link} />
      {made.revokeToken === null ? (
        <p>It is listed on your dashboard, where you can delete it.</p>
      ) : (
        <>
          <p>To delete it earlier, save this second link too. It is shown only here.</p>
          <LinkField label="Link to delete it" value={`${link}#delete=${made.revokeToken}`} />
        </>
      )}
      <div className="acts">
        <a className="btn btn-p" href={made.path}>
          Open the page
        </a>
        <button className="btn" type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </>
  );
}

function LinkField({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="link">
      <label>
        <span>{label}</span>
        <input readOnly value={value} onFocus={({ target: field }) => field.select()} />
      </label>
      <CopyButton label={label.toLowerCase()} text={value} />
    </div>
  );
}

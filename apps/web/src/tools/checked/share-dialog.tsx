import { MadeSnapshot } from '@sonde/contract/snapshots/snapshot';
import { withoutContacts } from '@sonde/contract/snapshots/withheld';
import { counted } from '@sonde/contract/text/counted';
import { useEffect, useId, useRef, useState } from 'react';
import { useAuth } from '../../browser/accounts/auth.ts';
import { askApi } from '../../browser/api/ask.ts';
import { textOf } from '../../browser/api/ask-error-text.ts';
import type { Keepable, Receipt } from '../../browser/api/receipts.ts';
import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import { copyText } from '../../browser/page/copy-text.ts';
import { siteConfig } from '../../browser/site-config.ts';
import { CopyButton } from '../../ui/export/copy-button.tsx';
import { announce } from '../../ui/feedback/announce.ts';
import { ErrorBox } from '../../ui/feedback/error-box.tsx';
import { digestOf } from './digest.ts';
import sheet from './keep.css?inline';

/** Of the link of a visitor who is not signed in; there is no dialog where nothing is kept. */
const lifetime = () => counted(siteConfig.snapshotDays ?? 0, 'day');

adoptSheet(sheet);

export interface ShareDialogProps extends Keepable {
  onClose(): void;
}

/** Keeps a result, copies its link, and offers a link that measures again; asks first if the result names persons. */
export function ShareDialog({ receipts, target, onClose }: ShareDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const [shared, setShared] = useState<Shared | null>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const close = () => dialog.current?.close();
  return (
    <dialog ref={dialog} className="keep" aria-labelledby={heading} onClose={onClose}>
      <h2 id={heading}>Share this result</h2>
      {shared === null ? (
        <Asking receipts={receipts} target={target} onMade={setShared} onCancel={close} />
      ) : (
        <Links {...shared} onClose={close} />
      )}
    </dialog>
  );
}

interface Shared {
  readonly made: MadeSnapshot;
  readonly isCopied: boolean;
}

interface AskingProps {
  readonly receipts: readonly Receipt[];
  readonly target: string | undefined;
  onMade(shared: Shared): void;
  onCancel(): void;
}

function Asking({ receipts, target, onMade, onCancel }: AskingProps) {
  const { user } = useAuth();
  const [hasContacts, setContacts] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ readonly text: string; readonly isLiveCopied: boolean } | null>(null);
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
      const isCopied = await copyText(new URL(made.path, location.href).href);
      announce(isCopied ? 'The link is copied.' : 'The link is ready to be copied.');
      onMade({ made, isCopied });
    } catch (error) {
      if (signal.aborted) return;
      const isLiveCopied = await copyLive();
      setProblem({ text: textOf(error), isLiveCopied });
      setBusy(false);
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    if (!namesPersons) void keep();
  }, []);
  const until = user === null ? `for ${lifetime()}` : 'until you delete it on your dashboard';
  return (
    <>
      <p>
        A link of its own shows the result as it is now, with the time of the measurement and a signature of this site.
        Everybody who has the link can read it, {until}.
      </p>
      {namesPersons && (
        <label className="check">
          <input type="checkbox" checked={hasContacts} onChange={({ target: box }) => setContacts(box.checked)} />
          Include the contacts of the registration, and the servers’ original texts, which repeat them
        </label>
      )}
      {problem !== null && (
        <ErrorBox message={problem.text}>
          {problem.isLiveCopied && 'A link that measures again was copied instead.'}
        </ErrorBox>
      )}
      <div className="acts">
        {(namesPersons || problem !== null) && (
          <button className="btn btn-p" type="button" disabled={isBusy} onClick={keep}>
            Make the link
          </button>
        )}
        <LiveLink />
        <button className="btn" type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </>
  );
}

const copyLive = () => copyText(location.href.replace(location.hash, ''));

/** The second choice: whoever opens this link starts a new measurement. */
function LiveLink() {
  const [isCopied, setCopied] = useState(false);
  return (
    <button className="btn" type="button" onClick={async () => setCopied(await copyLive())}>
      {isCopied ? 'Copied' : 'Copy a link that measures again'}
    </button>
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

function Links({ made, isCopied, onClose }: Shared & { onClose(): void }) {
  const link = new URL(made.path, location.href).href;
  return (
    <>
      <p role="status">
        {isCopied ? 'The link to exactly this result is copied.' : 'This is the link to exactly this result.'}
      </p>
      <LinkField label="Link" value={link} />
      {made.revokeToken === null ? (
        <p>It is listed on your dashboard, where you can delete it.</p>
      ) : (
        <>
          <p>
            It is kept for {lifetime()}. To delete it before then, save this second link for yourself: it is not shown
            again.
          </p>
          <LinkField label="Link to delete it" value={`${link}#delete=${made.revokeToken}`} />
        </>
      )}
      <div className="acts">
        <a className="btn btn-p" href={made.path}>
          Open the page
        </a>
        <LiveLink />
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

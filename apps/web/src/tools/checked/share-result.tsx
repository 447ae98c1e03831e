import { lazy, Suspense, useContext, useState } from 'react';
import { siteConfig } from '../../browser/site-config.ts';
import { ShareButton } from '../../ui/export/share-button.tsx';
import { toastProblem } from '../../ui/feedback/announce.ts';
import { Share } from '../../ui/icons/lucide/share.ts';
import { CheckedContext } from './checked-context.ts';
import { OwnersContext } from './frozen-context.ts';

/** Most results are never shared, so the dialog is loaded on the first press. */
const load = () => import('./share-dialog.tsx');
const ShareDialog = lazy(() => load().then(({ ShareDialog: Loaded }) => ({ default: Loaded })));

const OFF = 'This server keeps no results. A link that measures again was copied';
const OWNERS = 'Link copied. Only you can open it, signed in';
const GONE = 'This result can no longer be kept. A link that measures again was copied';

/** Shares a result under a link of its own, which shows exactly this result; where that is impossible, a link to measure again. */
export function ShareResult() {
  const checked = useContext(CheckedContext);
  const isOwners = useContext(OwnersContext);
  const [isOpen, setOpen] = useState(false);
  if (checked === false) return <ShareButton {...(isOwners && { copied: OWNERS })} />;
  const { calls = null } = checked ?? {};
  if (!siteConfig.snapshotDays) return <ShareButton copied={OFF} />;
  if (calls === null || calls.receipts.length === 0) return <ShareButton copied={GONE} />;
  const open = () =>
    load().then(
      () => setOpen(true),
      () => toastProblem('This could not be loaded. Please check the connection.'),
    );
  return (
    <>
      <button className="btn" type="button" aria-haspopup="dialog" onClick={open}>
        <Share className="i" />
        Share
      </button>
      {isOpen && (
        <Suspense>
          <ShareDialog {...calls} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

import { lazy, Suspense, useState } from 'react';
import type { Keepable } from '../../browser/api/receipts.ts';
import { siteConfig } from '../../browser/site-config.ts';
import { toastProblem } from '../../ui/feedback/announce.ts';

/** Most results are never kept, so the dialog is loaded on the first press. */
const load = () => import('./keep-dialog.tsx');
const KeepDialog = lazy(() => load().then(({ KeepDialog: Loaded }) => ({ default: Loaded })));

/** Keeps a result under a link of its own, if the operator allows it. */
export function KeepButton(props: Keepable) {
  const [isOpen, setOpen] = useState(false);
  if (!siteConfig.snapshotDays || props.receipts.length === 0) return null;
  const open = () =>
    load().then(
      () => setOpen(true),
      () => toastProblem('This could not be loaded. Please check the connection.'),
    );
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={open}>
        Keep this
      </button>
      {isOpen && (
        <Suspense>
          <KeepDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

import { lazy, Suspense } from 'react';
import { useAuth } from '../../browser/accounts/auth.ts';
import { Bookmark } from '../../ui/icons/lucide/bookmark.ts';
import type { SaveToggleProps } from './save-toggle.tsx';

/** Loaded for members only. If the chunk cannot be loaded, the placeholder remains; nothing else depends on it. */
const SaveToggle = lazy(() =>
  import('./save-toggle.tsx').then(
    ({ SaveToggle }) => ({ default: SaveToggle }),
    () => ({ default: Waiting }),
  ),
);

/**
 * Saves the target of an answer in the member's account. Visitors without an account see no button and cause no
 * request.
 */
export function SaveButton({ target }: SaveToggleProps) {
  const { user, isLoading } = useAuth();
  if (isLoading) return <Waiting />;
  if (user === null) return null;
  return (
    <Suspense fallback={<Waiting />}>
      <SaveToggle key={target} target={target} />
    </Suspense>
  );
}

/** Shown in place of the button, so that the other buttons do not move when it appears. */
function Waiting() {
  return (
    <button className="btn" type="button" disabled>
      <Bookmark className="i" />
      Save
    </button>
  );
}

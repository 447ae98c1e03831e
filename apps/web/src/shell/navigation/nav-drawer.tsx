import { type MouseEvent, useEffect, useRef } from 'react';
import { X } from '../../ui/icons/lucide/x.ts';
import { Brand } from '../brand.tsx';
import { AccountLink } from './account-link.tsx';
import { ToolNav } from './tool-nav.tsx';

/** From this width on, the sidebar is shown beside the page. */
const SIDEBAR_FITS = '(min-width: 768px)';

export interface NavDrawerProps {
  readonly id: string;
  readonly isOpen: boolean;
  onClose(): void;
}

/** The sidebar in a small window. The dialog element traps the focus, closes on Escape and restores the focus. */
export function NavDrawer({ id, isOpen, onClose }: NavDrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!isOpen || element === null) return;
    element.showModal();
    element.querySelector<HTMLElement>('[aria-current]')?.focus();
    const wide = matchMedia(SIDEBAR_FITS);
    const close = () => element.close();
    wide.addEventListener('change', close);
    return () => {
      wide.removeEventListener('change', close);
      element.close();
    };
  }, [isOpen]);

  function closeOnBackdrop(event: MouseEvent<HTMLDialogElement>) {
    const beside = event.clientX > event.currentTarget.getBoundingClientRect().right;
    if (beside && event.target === event.currentTarget) onClose();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does it by keyboard
    <dialog ref={dialog} id={id} className="drawer" aria-label="Menu" onClose={onClose} onClick={closeOnBackdrop}>
      {isOpen && (
        <>
          <div className="drawer-top">
            <Brand onChoose={onClose} />
            <button className="btn btn-g btn-i" type="button" aria-label="Close menu" onClick={onClose}>
              <X className="i" />
            </button>
          </div>
          <ToolNav idPrefix="drawer" onChoose={onClose} />
          <div className="side-foot">
            <AccountLink onChoose={onClose} />
          </div>
        </>
      )}
    </dialog>
  );
}

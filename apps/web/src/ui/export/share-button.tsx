import { copyText } from '../../browser/page/copy-text.ts';
import { toast } from '../feedback/announce.ts';
import { Share } from '../icons/lucide/share.ts';

/** Shares the page's address by the device's share sheet, or copies it. */
export function ShareButton({ copied = 'Link copied' }: { readonly copied?: string }) {
  async function share() {
    if (matchMedia('(pointer: coarse)').matches && 'share' in navigator) {
      // Rejected if the visitor closes the share sheet, which needs no message.
      await navigator.share({ title: document.title, url: location.href }).catch(() => undefined);
      return;
    }
    toast((await copyText(location.href)) ? copied : 'The link could not be copied');
  }
  return (
    <button className="btn" type="button" onClick={share}>
      <Share className="i" />
      Share
    </button>
  );
}

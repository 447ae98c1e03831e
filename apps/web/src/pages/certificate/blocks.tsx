import { type ReactNode, useState } from 'react';
import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import { ErrorBox } from '../../ui/feedback/error-box.tsx';
import sheet from './certificate.css?inline';
import { CertificatePanel, RequestPanel } from './decoded-panels.tsx';
import type { Decoded } from './read-pem.ts';

adoptSheet(sheet);

/** What the blocks of a PEM text contain. */
export function Blocks({ decoded }: { readonly decoded: readonly Decoded[] }): ReactNode {
  const [now] = useState(() => new Date());
  const certificates = decoded.flatMap((one) => (one.kind === 'certificate' ? [one.certificate] : []));
  let count = 0;
  return decoded.map((one, position) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: a file may contain a certificate twice
    if (one.kind === 'request') return <RequestPanel key={position} request={one.request} />;
    if (one.kind === 'certificate') {
      count += 1;
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <CertificatePanel key={position} certificates={certificates} index={count - 1} now={now} />
      );
    }
    const message =
      one.kind === 'private-key'
        ? 'There is a private key in this text. It was not sent, but replace it if others may have seen it.'
        : `A block ${one.label} could not be decoded: ${one.reason}.`;
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    return <ErrorBox key={position} message={message} />;
  });
}

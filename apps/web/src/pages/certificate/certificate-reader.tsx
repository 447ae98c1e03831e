import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import { useHanded } from '../../tools/paste/handed-text.ts';
import { ErrorBox } from '../../ui/feedback/error-box.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import sheet from './certificate.css?inline';
import { CertificatePanel, RequestPanel } from './decoded-panels.tsx';
import { type Decoded, readPem } from './read-pem.ts';

adoptSheet(sheet);

const ID = 'pem-text';

/** Decodes what is pasted, without sending anything. The text is kept only while the page is open. */
export function CertificateReader() {
  const [text, setText] = useState('');
  const shown = useHanded('pem', setText);
  const deferred = useDeferredValue(text);
  const decoded = useMemo(() => readPem(deferred), [deferred]);
  return (
    <div className="grid pem">
      <Panel title="Certificate, chain or request (PEM)">
        <div className="pem-field">
          <label htmlFor={ID}>
            Paste it here, or drop a file on the page. It is decoded in this browser: nothing is uploaded.
          </label>
          <textarea
            id={ID}
            rows={6}
            value={text}
            placeholder="-----BEGIN CERTIFICATE-----"
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            onChange={({ target }) => setText(target.value)}
          />
          {deferred.trim() !== '' && decoded.length === 0 && (
            <p role="status">There is no PEM block in this text. It begins with -----BEGIN CERTIFICATE-----.</p>
          )}
        </div>
      </Panel>
      {decoded.length > 0 && (
        <div ref={shown} className="grid handed" tabIndex={-1}>
          <Blocks decoded={decoded} />
        </div>
      )}
    </div>
  );
}

function Blocks({ decoded }: { readonly decoded: readonly Decoded[] }): ReactNode {
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

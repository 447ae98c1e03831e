import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { OFFLINE } from '../../tools/lookup/offline.ts';
import { useHanded } from '../../tools/paste/handed-text.ts';
import { ErrorBox } from '../../ui/feedback/error-box.tsx';
import { useTextTypedEarly } from '../../ui/forms/use-text-typed-early.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { useCodeOnDemand } from '../use-code-on-demand.ts';

const ID = 'pem-text';
const NOT_LOADED = 'What decodes the text could not be loaded. Please check the connection.';

const loadCode = async () => (await import('./decoding-code.ts')).decodingCode;

/** Decodes what is pasted, without sending anything. The text is kept only while the page is open. */
export function CertificateReader() {
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  useTextTypedEarly(field, text, setText);
  const shown = useHanded('pem', setText);
  const [hasFocus, setFocus] = useState(false);
  const deferred = useDeferredValue(text);
  const isBlank = deferred.trim() === '';
  const { code, isMissing, loadAgain } = useCodeOnDemand(loadCode, hasFocus || !isBlank);
  const decoded = useMemo(() => code?.readPem(deferred) ?? null, [code, deferred]);
  return (
    <div className="grid">
      <Panel title="Certificate, chain or request (PEM)">
        <div className="pem-field">
          <label htmlFor={ID}>
            Paste it here, or drop a file on the page. It is decoded in this browser: nothing is uploaded.
          </label>
          <noscript>
            <p className="status">This page needs JavaScript.</p>
          </noscript>
          <textarea
            ref={field}
            id={ID}
            rows={6}
            value={text}
            placeholder="-----BEGIN CERTIFICATE-----"
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            onFocus={() => setFocus(true)}
            onChange={({ target }) => setText(target.value)}
          />
          {!isBlank && decoded === null && !isMissing && <p role="status">One moment…</p>}
          {!isBlank && decoded?.length === 0 && (
            <p role="status">There is no PEM block in this text. It begins with -----BEGIN CERTIFICATE-----.</p>
          )}
          {!isBlank && isMissing && (
            <ErrorBox message={NOT_LOADED} onRetry={loadAgain}>
              {!navigator.onLine && OFFLINE}
            </ErrorBox>
          )}
        </div>
      </Panel>
      {code !== null && decoded !== null && decoded.length > 0 && (
        <div ref={shown} className="grid handed" tabIndex={-1}>
          <code.Blocks decoded={decoded} />
        </div>
      )}
    </div>
  );
}

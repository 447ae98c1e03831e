import { headerExplanations } from '@sonde/contract/message-header/explanations';
import { headerFindings } from '@sonde/contract/message-header/findings';
import { type ReadHeader, readHeader } from '@sonde/contract/message-header/read-header';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { adoptSheet } from '../../../browser/page/adopt-sheet.ts';
import { MailSearch } from '../../../ui/icons/lucide/mail-search.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { humaniseSeconds } from '../../../ui/times/humanise-seconds.ts';
import { JudgedFindings } from '../../answer/judged-findings.tsx';
import type { CardFact } from '../../answer/verdict-card.tsx';
import { addExplanations } from '../../findings/explanations.ts';
import { useHanded } from '../../paste/handed-text.ts';
import sheet from '../mail.css?inline';
import { ChecksPanel, SignaturesPanel } from './checks.tsx';
import { WayPanel } from './way.tsx';

adoptSheet(sheet);
addExplanations(headerExplanations);

/** Shows why a message may have landed in spam, from its header. Nothing leaves the browser. */
export function HeaderReader() {
  const [text, setText] = useState('');
  const shown = useHanded('message-header', setText);
  const deferred = useDeferredValue(text);
  const read = useMemo(() => (deferred.trim() === '' ? null : readHeader(deferred)), [deferred]);
  const id = useId();
  return (
    <div className="mail-header">
      <div className="grid">
        <Panel title="Why did this message land in spam?" icon={MailSearch}>
          <div className="mail-reader">
            <label htmlFor={id}>Message header</label>
            <textarea
              id={id}
              value={text}
              spellCheck="false"
              autoComplete="off"
              placeholder="Received: from …"
              onChange={({ target }) => setText(target.value)}
            />
            <p>
              Paste the header as your mail program shows it (“Show original”, “View source”). It is read in this
              browser and not sent anywhere.
            </p>
            {deferred.trim() !== '' && read === null && <p role="status">This text contains no message header.</p>}
          </div>
        </Panel>
      </div>
      {read !== null && (
        <div ref={shown} className="mail-header handed" tabIndex={-1}>
          <Answer read={read} />
        </div>
      )}
    </div>
  );
}

function Answer({ read }: { readonly read: ReadHeader }) {
  const findings = useMemo(() => headerFindings(read), [read]);
  const isClear = findings.every(({ state }) => state === 'good' || state === 'note');
  const title = isClear
    ? 'Nothing in this header explains a place in the spam folder'
    : 'Why this message may have landed in spam';
  return (
    <>
      <JudgedFindings
        title={title}
        findings={findings}
        good="Its checks passed, and nothing on its way stands out."
        facts={factsOf(read)}
      />
      <div className="grid">
        <WayPanel read={read} />
        <ChecksPanel read={read} />
        <SignaturesPanel read={read} />
      </div>
    </>
  );
}

function factsOf({ from, returnPath, sender, totalSeconds }: ReadHeader): readonly CardFact[] {
  const [first] = from;
  return [
    first === undefined ? null : `From: ${first.address}.`,
    returnPath === null ? null : `Envelope sender: ${returnPath}.`,
    sender === null ? null : `Sent from ${sender.address}${nameOf(sender)}.`,
    totalSeconds === null ? null : `It took ${humaniseSeconds(totalSeconds)}.`,
    'Every server on the way can write anything here: only the lines of your own mail server are reliable.',
  ];
}

function nameOf({ hop }: NonNullable<ReadHeader['sender']>): string {
  return hop?.reverseName == null ? '' : ` (${hop.reverseName})`;
}

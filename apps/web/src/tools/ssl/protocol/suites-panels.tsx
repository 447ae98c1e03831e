// In this folder: protocol versions, cipher suites, clients and the server's behaviour.

import { tlsVersions } from '@sonde/contract';
import { type CipherStrength, cipherStrength } from '@sonde/contract/tools/ssl/pictures/cipher-strength';
import { suitesPicture } from '@sonde/contract/tools/ssl/pictures/suites';
import { sslTexts } from '@sonde/contract/tools/ssl/tables/words';
import type { ReactNode } from 'react';
import { Picture } from '../../../ui/charts/picture.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx';
import { KeyRound } from '../../../ui/icons/lucide/key-round.ts';
import { ShieldCheck } from '../../../ui/icons/lucide/shield-check.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Badge, type Tone } from '../../../ui/tables/badge.tsx';
import { ScrollList } from '../../../ui/tables/scroll-list.tsx';
import { BreakableText } from '../../../ui/text/breakable-text.tsx';
import { CameFrom } from '../../checked/evidence/came-from.tsx';
import { suiteParts, versionParts } from '../came-from.ts';
import type { SslAnswer, SslKnown } from '../query.ts';
import { OUTDATED } from './outdated-versions.ts';

export function SupportedProtocols({ known }: { readonly known: SslKnown }) {
  return (
    <Panel title="Supported Protocols" icon={ShieldCheck} span={6}>
      <CameFrom what="the protocols" parts={versionParts(known)} />
      <div className="duo">
        <Side name="Enabled" note={ACCEPTED}>
          <Versions versions={known.enabledProtocols} toneOf={(one) => (OUTDATED.includes(one) ? 'bad' : 'ok')} />
        </Side>
        <OwnList name="Supported" note={ASKED_FOR} count={known.supportedProtocols?.length}>
          <Versions versions={known.supportedProtocols} toneOf={() => 'neutral'} />
        </OwnList>
      </div>
    </Panel>
  );
}

interface VersionsProps {
  /** Undefined while they are loading: then a skeleton is shown. */
  readonly versions: readonly string[] | undefined;
  toneOf(version: string): Tone;
}

function Versions({ versions, toneOf }: VersionsProps) {
  if (versions?.length === 0) return <p className="still">{sslTexts.missing}</p>;
  return (
    <div className="pills" aria-hidden={versions === undefined}>
      {(versions ?? tlsVersions.toReversed()).map((version) => (
        <span key={version} className={versions === undefined ? 'ghost' : undefined}>
          <Badge tone={versions === undefined ? 'ok' : toneOf(version)}>
            <span className="mono">{version}</span>
          </Badge>
        </span>
      ))}
    </div>
  );
}

export function CipherSuites({ known }: { readonly known: SslKnown }) {
  const { supportedCiphers, enabledCiphers, ciphersByProtocol } = known;
  return (
    <Panel title="Cipher Suites" icon={KeyRound}>
      <CameFrom what="the cipher suites" parts={suiteParts(known)} />
      <Picture of={suitesPicture(known)} />
      <div className="duo suites">
        <Side name="Enabled" note={ACCEPTED} count={enabledCiphers?.length}>
          <Order order={known.cipherOrder} />
          <Suites
            label="Enabled cipher suites"
            names={enabledCiphers}
            versionsOf={(name) => versionsWith(name, ciphersByProtocol ?? {})}
          />
        </Side>
        <OwnList name="Supported" note={ASKED_FOR} count={supportedCiphers?.length}>
          <Suites label="Supported cipher suites" names={supportedCiphers} />
        </OwnList>
      </div>
    </Panel>
  );
}

/** Who decides the order, as far as that is known; its line is there from the beginning, so that nothing moves. */
function Order({ order = {} }: { readonly order: SslKnown['cipherOrder'] }) {
  const versions = (whose: 'server' | 'client') => tlsVersions.filter((version) => order[version] === whose).reverse();
  const sentences = [
    ...(versions('server').length > 0 ? [`The server’s order: ${versions('server').join(', ')}.`] : []),
    ...(versions('client').length > 0 ? [`The client’s order: ${versions('client').join(', ')}.`] : []),
  ];
  return <p className="lbl-note">{sentences.length === 0 ? '\u00a0' : sentences.join(' ')}</p>;
}

interface SuitesProps {
  readonly label: string;
  readonly names: readonly string[] | undefined;
  /**
   * The versions in which the server accepted the suite; absent for suites that were only offered, which are not rated.
   */
  versionsOf?(name: string): readonly string[];
}

const tones: Readonly<Record<CipherStrength, { tone: Tone; word: string }>> = {
  strong: { tone: 'ok', word: 'Strong' },
  weak: { tone: 'warn', word: 'Weak' },
  insecure: { tone: 'bad', word: 'Insecure' },
};

function Suites({ label, names, versionsOf }: SuitesProps) {
  if (names === undefined) return <SkeletonRows rows={5} className="waiting" />;
  if (names.length === 0) return <p className="still">{sslTexts.missing}</p>;
  const items = names.map((name) => {
    const { tone, word } = tones[cipherStrength(name)];
    const versions = versionsOf?.(name) ?? [];
    const content = (
      <>
        <span>
          <BreakableText text={name} />
          {versions.length > 0 && <small>{versions.join(' ')}</small>}
        </span>
        <Badge tone={versionsOf ? tone : 'neutral'}>{word}</Badge>
      </>
    );
    return { key: name, content };
  });
  return <ScrollList label={label} items={items} />;
}

function versionsWith(name: string, byVersion: SslAnswer['ciphersByProtocol']): readonly string[] {
  return tlsVersions.filter((version) => byVersion[version]?.includes(name)).reverse();
}

/** «Supported» sounds like a property of the server, but lists what this checker can offer. */
const ASKED_FOR = 'what this checker can test, not the server';
const ACCEPTED = 'what the server accepts';

interface SideProps {
  readonly name: string;
  readonly note: string;
  readonly count?: number | undefined;
  readonly children: ReactNode;
}

function Side({ name, note, count, children }: SideProps) {
  return (
    <div>
      <SideHeading name={name} count={count} />
      <p className="lbl-note">{note}</p>
      {children}
    </div>
  );
}

/** A list that says nothing about the server, so it is collapsed and not printed. */
function OwnList({ name, note, count, children }: SideProps) {
  return (
    <details className="own">
      <summary>
        <SideHeading name={name} count={count} />
        <span className="lbl-note">{note}</span>
      </summary>
      {children}
    </details>
  );
}

function SideHeading({ name, count }: Pick<SideProps, 'name' | 'count'>) {
  return (
    <h3 className="lbl">
      {name} <span className="count">{count ?? '\u2007'}</span>
    </h3>
  );
}

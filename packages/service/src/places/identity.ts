import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { AGENT_PROTOCOL } from './protocol.ts';

/** The key pair of an agent (Ed25519, RFC 8032), made when it joins a hub, for this hub only. */
export interface AgentIdentity {
  /** SHA-256 of the public key, in hexadecimal. */
  readonly agent: string;
  /** The public key in base64url (`x` of RFC 8037). */
  readonly publicKey: string;
  /** PKCS #8 in PEM. */
  readonly privateKey: string;
}

export function createIdentity(): AgentIdentity {
  return identityOf(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
}

/** The identity with this private key. @throws Error if it is not an Ed25519 key in PEM. */
export function identityOf(privateKey: string): AgentIdentity {
  const { crv, x } = createPublicKey(createPrivateKey(privateKey)).export({ format: 'jwk' });
  if (crv !== 'Ed25519' || x === undefined) throw new Error('This is not an Ed25519 key.');
  return { agent: agentOf(x), publicKey: x, privateKey };
}

/** The id of the agent with this public key. */
export function agentOf(publicKey: string): string {
  return createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex');
}

/** A short form of an agent's id, which two people can compare: 80 bits in groups of four digits. */
export function fingerprintOf(agent: string): string {
  return (agent.slice(0, 20).match(/.{4}/g) ?? []).join('-');
}

/** What an agent signs: it names the hub and the connection, so that it is of no use elsewhere. */
interface Challenged {
  readonly hub: string;
  readonly nonce: string;
  readonly agent: string;
}

const signedText = ({ hub, nonce, agent }: Challenged) => Buffer.from([AGENT_PROTOCOL, hub, nonce, agent].join('|'));

export function signChallenge(challenged: Challenged, privateKey: string): string {
  return sign(null, signedText(challenged), privateKey).toString('base64url');
}

export function isSignedBy(publicKey: string, challenged: Challenged, signature: string): boolean {
  return verify(null, signedText(challenged), keyOf(publicKey), Buffer.from(signature, 'base64url'));
}

/** What both keys of an agent sign when one replaces the other. */
interface Replaced {
  readonly hub: string;
  /** The ids of the agent before and after. */
  readonly before: string;
  readonly after: string;
}

const replacedText = ({ hub, before, after }: Replaced) =>
  Buffer.from([`${AGENT_PROTOCOL} replace`, hub, before, after].join('|'));

export function signReplaced(replaced: Replaced, privateKey: string): string {
  return sign(null, replacedText(replaced), privateKey).toString('base64url');
}

export function isReplacedBy(publicKey: string, replaced: Replaced, signature: string): boolean {
  return verify(null, replacedText(replaced), keyOf(publicKey), Buffer.from(signature, 'base64url'));
}

const keyOf = (publicKey: string) =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });

/** Whether this is the public key of an agent, in base64url. */
export function isPublicKey(text: string): boolean {
  if (!/^[\w-]{43}$/.test(text)) return false;
  try {
    keyOf(text);
    return true;
  } catch {
    return false;
  }
}

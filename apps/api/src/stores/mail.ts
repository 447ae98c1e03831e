export interface MailSettings {
  /** smtp:// or smtps:// URL with credentials; null: mails are written to the log instead. */
  readonly smtpUrl: string | null;
  readonly from: string;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same for every attempt to send this mail, so that a mail program shows it once; default: a new one. */
  readonly messageId?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type SendMail = (mail: Mail) => Promise<void>;

const CONNECT_MS = 10_000;
const SOCKET_MS = 20_000;

/** The domain of an address, with or without a name. */
const domainOf = (address: string): string => /@([\w.-]+)/.exec(address)?.[1] ?? 'localhost';

/** Sends mail by the operator's mail server; without one, the whole mail is logged for the operator to pass on. */
export function createMailer({ smtpUrl, from }: MailSettings, log: (mail: Mail) => void): SendMail {
  if (smtpUrl === null) return async (mail) => log(mail);
  return async (mail) => {
    // The default export of CommonJS is there for Node and in a bundle, its names for Node only.
    const { default: nodemailer } = await import('nodemailer');
    const transport = nodemailer.createTransport(
      {
        url: smtpUrl,
        connectionTimeout: CONNECT_MS,
        greetingTimeout: CONNECT_MS,
        socketTimeout: SOCKET_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      { from },
    );
    const { messageId: id, ...fields } = mail;
    await transport.sendMail({ ...fields, ...(id === undefined ? {} : { messageId: `<${id}@${domainOf(from)}>` }) });
  };
}

/**
 * A service that signs mail for its customers' domains: how to recognise it, and which selectors it asks customers to
 * publish.
 */
export interface MailProvider {
  readonly name: string;
  /** Suffixes of its mail servers' names. */
  readonly mx: readonly string[];
  /** Names that its customers include in their SPF records. */
  readonly spf: readonly string[];
  readonly selectors: readonly string[];
  /** The page on which the service documents this. */
  readonly source: string;
}

type Row = readonly [name: string, mx: string, spf: string, selectors: string, source: string];

const rows: readonly Row[] = [
  [
    'Google Workspace',
    'google.com googlemail.com',
    '_spf.google.com',
    'google',
    'https://support.google.com/a/answer/174124',
  ],
  [
    'Microsoft 365',
    'mail.protection.outlook.com mx.microsoft',
    'spf.protection.outlook.com',
    'selector1 selector2',
    'https://learn.microsoft.com/en-us/defender-office-365/email-authentication-dkim-configure',
  ],
  ['Apple iCloud', 'mail.icloud.com', 'icloud.com', 'sig1', 'https://support.apple.com/en-us/102374'],
  [
    'Fastmail',
    'messagingengine.com',
    'spf.messagingengine.com',
    'fm1 fm2 fm3 fm4 mesmtp',
    'https://www.fastmail.help/',
  ],
  [
    'Proton Mail',
    'protonmail.ch',
    '_spf.protonmail.ch',
    'protonmail protonmail2 protonmail3',
    'https://proton.me/support/custom-domain',
  ],
  [
    'Zoho Mail',
    'zoho.com zoho.eu zoho.in',
    'zoho.com zoho.eu zohomail.com',
    'zmail zoho',
    'https://www.zoho.com/mail/help/adminconsole/dkim-configuration.html',
  ],
  ['Yandex 360', 'yandex.net yandex.ru', '_spf.yandex.net', 'mail', 'https://yandex.com/support/'],
  ['mailbox.org', 'mailbox.org', 'mailbox.org', 'mbo0001 mbo0002 mbo0003 mbo0004', 'https://kb.mailbox.org/'],
  ['Tuta', 'tutao.de', 'spf.tutanota.de', 's1 s2', 'https://tuta.com/support'],
  ['Migadu', 'migadu.com', 'spf.migadu.com', 'key1 key2 key3', 'https://www.migadu.com/guides/'],
  ['Gandi', 'mail.gandi.net', '_mailcust.gandi.net', 'gm1 gm2 gm3', 'https://docs.gandi.net/'],
  [
    'IONOS',
    'kundenserver.de ionos.com ionos.de',
    '_spf.kundenserver.de _spf-us.ionos.com',
    's1-ionos s2-ionos s42582890',
    'https://www.ionos.com/help/',
  ],
  ['Strato', 'smtpin.rzone.de', 'smtp.rzone.de', 'strato-dkim-0002 strato-dkim-0003', 'https://www.strato.de/faq/'],
  [
    'Hostinger',
    'hostinger.com',
    '_spf.mail.hostinger.com',
    'hostingermail-a hostingermail-b hostingermail-c',
    'https://support.hostinger.com/',
  ],
  ['Titan', 'titan.email', 'spf.titan.email', 'titan1 titan2', 'https://support.titan.email/'],
  [
    'Hornetsecurity',
    'hornetsecurity.com antispameurope.com',
    'spf.hornetsecurity.com',
    'hse1 hse2',
    'https://support.hornetsecurity.com/',
  ],
  ['Twilio SendGrid', '', 'sendgrid.net', 's1 s2 smtpapi', 'https://www.twilio.com/docs/sendgrid'],
  ['Mailchimp', '', 'servers.mcsv.net', 'k1 k2 k3', 'https://mailchimp.com/help/set-up-email-domain-authentication/'],
  ['Mandrill', '', 'spf.mandrillapp.com', 'mandrill mte1 mte2', 'https://mailchimp.com/developer/transactional/'],
  ['Mailgun', 'mailgun.org', 'mailgun.org', 'smtp mailo k1 pic krs', 'https://documentation.mailgun.com/'],
  ['Postmark', '', 'spf.mtasv.net', 'pm', 'https://postmarkapp.com/support'],
  ['Brevo', '', 'spf.brevo.com spf.sendinblue.com', 'brevo1 brevo2 mail', 'https://help.brevo.com/'],
  ['Mailjet', '', 'spf.mailjet.com', 'mailjet', 'https://documentation.mailjet.com/'],
  ['Zendesk', '', 'mail.zendesk.com', 'zendesk1 zendesk2', 'https://support.zendesk.com/'],
  ['HubSpot', '', 'spf.hubspot.com', 'hs1 hs2', 'https://knowledge.hubspot.com/'],
  ['Klaviyo', '', 'klaviyo.com', 'kl kl2', 'https://help.klaviyo.com/'],
  ['MailerLite', '', '_spf.mlsend.com', 'litesrv ml', 'https://www.mailerlite.com/help'],
  ['Constant Contact', '', 'spf.constantcontact.com', 'ctct1 ctct2', 'https://knowledgebase.constantcontact.com/'],
  ['ActiveCampaign', '', 'emsd1.com', 'dk acdkim1', 'https://help.activecampaign.com/'],
  ['Freshworks', '', 'email.freshdesk.com', 'fd fd2 fddkim', 'https://support.freshdesk.com/'],
  ['Campaign Monitor', '', '_spf.createsend.com', 'cm', 'https://help.campaignmonitor.com/'],
];

const words = (text: string) => text.split(' ').filter((one) => one !== '');

export const mailProviders: readonly MailProvider[] = rows.map(([name, mx, spf, selectors, source]) => ({
  name,
  source,
  mx: words(mx),
  spf: words(spf),
  selectors: words(selectors),
}));

/** Common selectors, independent of the provider. */
export const commonSelectors: readonly string[] = words(
  'default dkim mail email s1 s2 s3 selector1 selector2 selector k1 k2 k3 key key1 key2 dkim1 dkim2 smtp mx mta google ' +
    'sig1 fm1 protonmail zoho zmail m1 x a b c d dk domainkey server main primary root key3 mailer news newsletter ' +
    'dkim2048 dkim1024 rsa ed25519 ed rsa1 2024 2025 2026 202401 202501 202601 20230601 mandrill mailjet mxvault postfix mail1',
);

/** The services recognised by MX names or by names in an SPF record. */
export function providersOf(exchangers: readonly string[], spfRecord: string): MailProvider[] {
  const included = new Set(
    [...spfRecord.matchAll(/(?:include:|redirect=)([^ ]+)/gi)].map(([, name = '']) =>
      name.toLowerCase().replace(/\.$/, ''),
    ),
  );
  const isBelow = (name: string, end: string) => name === end || name.endsWith(`.${end}`);
  return mailProviders.filter(
    ({ mx, spf }) =>
      mx.some((end) => exchangers.some((name) => isBelow(name, end))) || spf.some((name) => included.has(name)),
  );
}

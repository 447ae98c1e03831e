import { expect, it } from 'vitest';
import { readFacts } from './read-facts.ts';
import { classifyReply } from './reply-class.ts';

/*
 * Further wordings of registries, of which no complete reply is among the samples.
 */

const classOf = (text: string) => classifyReply(text, readFacts(text));

it.each([
  'No match\n', // .am
  'El dominio no se encuentra registrado en NIC Argentina\n',
  'Nincs találat / No match\n',
  '% WHOIS x.lu\n% No such domain\n',
  "% No match for domain 'X.DZ'.\n",
  '%ERROR:103: Domain is not registered\n', // .rs
  'domain "zq.nu" not found.\n',
  'The domain zq.im was not found.\n',
  'No entries found for domain zq.st\n',
  "% No entries found for query 'zq.is'.\n",
  'The domain has not been registered.\n', // .hk
  '*** Nothing found for this query.\n', // .kz
  'No Found\n', // .tw
  "No record found for 'example.ls'.\n",
  'No information was found matching that query.\n', // .africa
  'Not find MatchingRecord\n',
  'Domain zq.in is available for registration\n',
  'x.aw is free\n',
  'NOT FOUND\n>>> Last update of WHOIS database: 2019-11-18T10:06:47Z <<<\n', // .au
  '% No data was found to match the request criteria.\n', // .il
  'No Data Found\n>>> Last update of WHOIS database: 2019-10-07T13:14:15Z <<<\n', // .in
  'No match found for "zq.com.tr"\n',
  '% No entries found for zq.ua\n',
])('not found: %j', (text) => expect(classOf(text)).toBe('not-found'));

it.each([
  'Queried interval is too short.\n', // .cn
  'Your access is too fast,please try again later.\n',
  'Please maintain at least 10-second time interval between each query.\n', // .hk
  'WHOIS LIMIT EXCEEDED - SEE WWW.PIR.ORG/WHOIS FOR DETAILS\n',
  '% Too many requests...\n%\n% No entries found in the database.\n',
  'Number of allowed queries exceeded.\n', // .in
  'request limit exceeded\n', // .pl
  '% You have exceeded allowed connection rate.\n% Please try to connect later.\n', // .ru
])('limited: %j', (text) => expect(classOf(text)).toBe('limited'));

it.each([
  'Domain not available\nMore information is available at https://domain.fi/\n',
  'Reserved by Registry\n',
  'the domain you want to register is reserved.\n', // .cn
  'The registration of this domain is restricted, as it is protected by the DPML brand protection policy.\n',
  'This name is reserved by the Registry in accordance with ICANN Policy.\n',
  'Domain io.example is reserved.\n',
  'This domain name is not available for registration.\n',
])('reserved: %j', (text) => expect(classOf(text)).toBe('reserved'));

it.each([
  "Server can't process your request.\n",
  'Malformed request.\n>>> Last update of WHOIS database: 2026-06-03T22:46:35Z <<<\n',
  '% Error: service unavailable\n',
  'Parameter value syntax error\n', // .by
  'Invalid domain name\nCheck you are using UTF-8 encoding for IDN domain names.\n', // .cl
  'Invalid parameter:_google.cn\n',
  'Domain: -zq.de\nStatus: invalid\n',
  '% WHOIS _zq.eu\n-7: %Invalid pattern\n',
  'Invalid request: -zq.it\n',
  'Cadena_Invalida/Invalid_String\n\n&PARAMETROS VALIDOS:\n', // .mx
  'Error: invalid domain name\n', // .nl
  'Not a valid domain search pattern\n', // .org
  'Incorrect domain name: -zq.pl\n',
  '網域名稱不合規定!\n', // .tw
  '% See https://hostmaster.ua/services/\n\nUnimplemented object service.\n',
])('failed: %j', (text) => expect(classOf(text)).toBe('failed'));

it.each([
  'OK! You win\n',
  'More information is available at https://domain.fi/\n',
  'Registration data is available at https://lookup.icann.org/\n',
  'Registration is free of charge today\n',
  'All rights reserved\n',
  // Help texts, which .tr and .jp send for a name with unusual characters.
  `Please enter a name, a NIC handle, or a domain name, such as "Kerem Yilmaz" or "ke1-metu" or "foo.com.tr"\nExamples:\n    ke1-metu     [looks for the handle 'ke1-metu']\n`,
  '                        <JPRS WHOIS HELP>\n\n1. JPRS WHOIS database includes the following type of information in\n   Japan:\n',
  'Note that if the queried object does not exist in our database we simply return an empty result.\n',
  'In some cases, domains that might appear as available in whois might not actually be available.\n',
  // Terms of use as CentralNic wraps them, below a statement that is not known.
  `Hello.\nThis\nis\nnothing.\nactions in contravention of these terms will result in being permanently\nblacklisted. All data is (c) LANIC\n`,
])('nothing is concluded from %j', (text) => expect(classOf(text)).toBe('unrecognised'));

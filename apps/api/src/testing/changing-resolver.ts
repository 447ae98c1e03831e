import { dnsAnswer, scriptedResolver } from '@sonde/probes/testing/scripted-net';

const [A, MX] = [1, 15];

/** A resolver that answers with a mail server, which a test changes. */
export function changingResolver(mail: string) {
  const state = { mail };
  const { net } = scriptedResolver(async (question) => {
    const fields = question.type === A ? ['192.0.2.53'] : question.type === MX ? ['10', state.mail] : null;
    return dnsAnswer(question, { records: fields === null ? [] : [{ ...question, ttlSeconds: 0, fields }] });
  });
  return { state, net };
}

/* TLS 1.2 as well. */
import './examine-smtp-server.lab.test.ts';

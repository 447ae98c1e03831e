/* A resolver that is far away as well. */
import './bulk-resolver.lab.test.ts';

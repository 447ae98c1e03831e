// For the scripts of the repository and for the installed command, in syntax that very old versions of Node can parse.

/** The message if `running` is older than `engines` (of the form `>=20.19`) requires, otherwise null. */
exports.nodeTooOld = function nodeTooOld(running, engines) {
  const wanted = engines.replace('>=', '').split('.').map(Number);
  const has = running.split('.').map(Number);
  const isOld = has[0] === wanted[0] ? has[1] < wanted[1] : has[0] < wanted[0];
  return isOld ? `Sonde needs Node ${wanted.join('.')} or newer; this is Node ${running}.` : null;
};

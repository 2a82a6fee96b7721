// Imported first: the log is made when it is first imported, and tables are easier to read without its warnings.
process.env.LOG_LEVEL ??= 'error'

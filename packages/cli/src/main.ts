console.log('lonja', process.version)

import { defineMessages } from '../../i18n/define-messages.ts';

export const messages = defineMessages({
  en: {
    title: 'Sign in with your organisation',
    byEmail:
      'Enter your e-mail address at work. If your organisation signs in by its own provider, you will be taken there.',
    byName: 'You will be taken to the sign-in page of your organisation.',
    email: 'E-mail address',
    continue: 'Continue',
    unknown:
      'No organisation signs in by its own provider with this. Use the address that your organisation gave you, or your password.',
    finishing: 'Signing in',
    refused: 'You could not be signed in. The reason is:',
    again: 'Start again',
    password: 'Sign in with a password',
    otp: 'Two-factor code',
    otpHint: 'Your organisation also asks for the code of your authenticator app, or a recovery code.',
    signIn: 'Sign in',
  },
  es: {
    title: 'Iniciar sesión con su organización',
    byEmail:
      'Introduzca su correo del trabajo. Si su organización usa su propio proveedor de identidad, pasará a su página.',
    byName: 'Pasará a la página de inicio de sesión de su organización.',
    email: 'Correo electrónico',
    continue: 'Continuar',
    unknown:
      'Ninguna organización inicia sesión así con su propio proveedor. Use la dirección que le dio su organización o su contraseña.',
    finishing: 'Iniciando sesión',
    refused: 'No se ha podido iniciar la sesión. El motivo (en inglés):',
    again: 'Empezar de nuevo',
    password: 'Iniciar sesión con contraseña',
    otp: 'Código de verificación',
    otpHint: 'Su organización pide además el código de su aplicación de autenticación o uno de recuperación.',
    signIn: 'Iniciar sesión',
  },
});

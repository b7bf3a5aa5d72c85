import type { TextsOf } from '../../i18n/catalogues.ts';

export const texts: TextsOf<'company-sign-in'> = {
  page: {
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
};

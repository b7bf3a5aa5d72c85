import type { TextsOf } from '../../i18n/catalogues.ts';

export const texts: TextsOf<'entry'> = {
  companySignIn: {
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
  invitation: {
    hasAccount: 'Esta dirección ya tiene una cuenta. Inicie sesión.',
    title: 'Aceptar la invitación',
    invited: '{tenant} invita a {email} como {role}.',
    gone: 'Esta invitación se ha usado, retirado o ha caducado. Pida una nueva.',
    accept: 'Unirse a {tenant}',
    byCompany: '{tenant} no usa contraseñas aquí. Pasará a su propia página de inicio de sesión.',
    byEither: 'Inicie sesión como en {tenant}, o elija abajo una contraseña propia.',
    enter: 'Iniciar sesión con su organización',
  },
  password: {
    forgotTitle: 'Restablecer la contraseña',
    forgotText:
      'Indique su correo electrónico. Si tiene cuenta, se enviará un enlace para elegir una contraseña nueva.',
    email: 'Correo electrónico',
    send: 'Enviar enlace',
    sent: 'Si {email} tiene cuenta, se le ha enviado un enlace. Caduca en una hora.',
    resetTitle: 'Contraseña nueva',
    password: 'Contraseña nueva',
    passwordHint: 'Al menos 8 caracteres. Se cierran todas las sesiones abiertas.',
    set: 'Guardar la contraseña',
    done: 'La contraseña se ha guardado. Inicie sesión con ella.',
    back: 'Volver al inicio de sesión',
  },
  register: {
    codesSpent: 'Ya se han enviado cinco códigos. Regístrese de nuevo.',
    addressTaken: 'Esta dirección ya tiene una cuenta. Inicie sesión.',
    title: 'Crear una cuenta',
    codeTitle: 'Confirme su correo electrónico',
    email: 'Correo de trabajo',
    organisation: 'Organización',
    next: 'Enviar código',
    sent: 'Se ha enviado un código de 6 dígitos a {email}. Caduca en 10 minutos.',
    code: 'Código',
    create: 'Crear cuenta',
    resend: 'Enviar un código nuevo',
    resent: 'Se ha enviado un código nuevo. Se envía como máximo uno por minuto.',
    other: 'Usar otra dirección',
    hasAccount: '¿Ya tiene cuenta?',
    signIn: 'Iniciar sesión',
  },
  signIn: {
    title: 'Iniciar sesión',
    email: 'Correo electrónico',
    password: 'Contraseña',
    otp: 'Código de verificación',
    otpHint:
      'El código de 6 dígitos de la aplicación de autenticación o uno de recuperación. Déjelo vacío si no usa la verificación en dos pasos.',
    hasOtp: 'Uso la verificación en dos pasos',
    expired: 'Su sesión ha terminado. Inicie sesión de nuevo para continuar donde estaba.',
    wrong:
      'El correo o la contraseña no son correctos. Si usa la verificación en dos pasos, añada su código abajo.',
    tooMany:
      'Demasiados intentos. Restablezca la contraseña por correo o inténtelo de nuevo dentro de 15 minutos.',
    forgot: '¿Ha olvidado la contraseña?',
    byCompany: 'Iniciar sesión con su organización',
    companyOnly:
      'Su organización no admite contraseñas aquí. Use la dirección de inicio de sesión que le dio.',
    noAccount: '¿Aún no tiene cuenta?',
    register: 'Crear una',
  },
};
